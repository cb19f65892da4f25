/* eslint-disable @typescript-eslint/no-restricted-imports -- the test runner leaves style sheets
   out, so these are read as files */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
/* eslint-enable @typescript-eslint/no-restricted-imports */
import { CompletionContext } from '@codemirror/autocomplete';
import { css } from '@codemirror/lang-css';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { newTheme } from '@shared/theme/theme';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { chatLook } from '../../../chat/look';
import { chatClasses, chatVariables } from './chat-names';
import { completeChatNames } from './completion';
import { startCssEditor, type CssEditor, type PlacedProblem } from './editor';

let editor: CssEditor;
const changes: string[] = [];
let problems: PlacedProblem[] = [];

function start(text: string, isReadOnly = false): EditorView {
  const host = document.body.appendChild(document.createElement('div'));
  editor = startCssEditor({
    host,
    text,
    isReadOnly,
    label: 'Style sheet',
    description: 'Tab indents.',
    placeholder: 'Type a dot',
    maxLength: 100,
    onchange: (value, isStep) => changes.push(isStep ? `${value}|` : value),
    onproblems: (found) => (problems = found),
    onblur: () => undefined,
  });
  onTestFinished(() => editor.end());
  const view = EditorView.findFromDOM(host.shadowRoot?.querySelector('.cm-editor') as HTMLElement);
  if (!view) throw new Error('There is no editor.');
  return view;
}

afterEach(() => {
  changes.length = 0;
  problems = [];
});

describe('the editor', () => {
  it('has a name and says how it is left', () => {
    const { contentDOM } = start('');
    expect(contentDOM).toHaveAttribute('role', 'textbox');
    expect(contentDOM).toHaveAttribute('aria-label', 'Style sheet');
    expect(contentDOM).toHaveAttribute('aria-description', 'Tab indents.');
    expect(contentDOM).toHaveAttribute('aria-placeholder', 'Type a dot');
  });

  it('tells what is typed, not what is shown to it', () => {
    const view = start('a {}');
    editor.show('a { color: red }');
    expect(view.state.doc.toString()).toBe('a { color: red }');
    expect(changes).toEqual([]);
    view.dispatch({ changes: { from: 0, insert: 'b' } });
    expect(changes).toEqual(['ba { color: red }']);
  });

  it('says where a step for undo ends', () => {
    const view = start('a');
    view.dispatch({ changes: { from: 1, insert: ' {' }, userEvent: 'input.type' });
    view.dispatch({ changes: { from: 3, insert: '\n' }, userEvent: 'input.type' });
    view.dispatch({ changes: { from: 0, insert: 'b, ' }, userEvent: 'input.paste' });
    expect(changes).toEqual(['a {', 'a {\n|', 'b, a {\n|']);
  });

  it('keeps the cursor where only something else changed', () => {
    const view = start('a { color: red }\nb {}');
    view.dispatch({ selection: { anchor: 19 } });
    editor.show('a { color: blue }\nb {}');
    expect(view.state.selection.main.anchor).toBe(20);
  });

  it('takes no more than it may', () => {
    const view = start('');
    view.dispatch({ changes: { from: 0, insert: 'x'.repeat(101) } });
    expect(view.state.doc.length).toBe(0);
  });

  describe('with line ends of Windows', () => {
    const type = (view: EditorView, insert: string) =>
      view.dispatch({ changes: { from: view.state.doc.length, insert }, userEvent: 'input.type' });

    it.each([
      ['a\r\nb\r\nc', '!', 'a\r\nb\r\nc!'],
      ['a {}\r\n', 'b', 'a {}\r\nb'],
      ['x\r\n\r\ny', '\nz', 'x\r\n\r\ny\r\nz'],
      ['a\nb\r\nc\rd', '\ne', 'a\nb\r\nc\rd\ne'],
      ['a\rb', '\nc', 'a\rb\rc'],
    ])('is not corrupted by opening it and typing: %j', (text, typed, saved) => {
      const view = start(text);
      editor.show(text);
      expect(view.state.doc.lines).toBe(text.split(/\r\n?|\n/u).length);
      type(view, typed);
      expect(changes.map((one) => one.replace('|', ''))).toEqual([saved]);
    });

    it('keeps those of the lines around what is changed, deleted or put in between', () => {
      const view = start('one\r\ntwo\nthree\r\nfour\r\n');
      view.dispatch({ changes: { from: 0, to: 3, insert: '1' } });
      view.dispatch({ changes: { from: 2, to: 6 } });
      view.dispatch({
        changes: [
          { from: 0, insert: '0\n' },
          { from: view.state.doc.length, insert: 'end' },
        ],
      });
      expect(changes).toEqual([
        '1\r\ntwo\nthree\r\nfour\r\n',
        '1\r\nthree\r\nfour\r\n|',
        '0\r\n1\r\nthree\r\nfour\r\nend|',
      ]);
    });

    it('takes up the ones that undo brings back', () => {
      const view = start('a\r\nb');
      editor.show('a\nb');
      editor.show('a\r\nb');
      type(view, 'c');
      expect(changes).toEqual(['a\r\nbc']);
    });

    it('loses no line where two kinds come to stand side by side', () => {
      const view = start('a\rb\nc');
      view.dispatch({ changes: { from: 2, to: 3 } });
      expect(view.state.doc.lines).toBe(3);
      expect(changes).toEqual(['a\r\rc']);
    });

    it('counts them in what it may take', () => {
      const view = start('a\r\n'.repeat(33));
      type(view, 'bc');
      expect(changes).toEqual([]);
      type(view, 'b');
      expect(changes).toEqual([`${'a\r\n'.repeat(33)}b`]);
    });
  });

  it('can be read-only', () => {
    expect(start('a {}', true).contentDOM).toHaveAttribute('contenteditable', 'false');
  });

  it('tells the problems with their lines', async () => {
    const view = start('');
    view.dispatch({ changes: { from: 0, insert: 'a {}\n@import "x";' } });
    await vi.waitFor(() => expect(problems).toMatchObject([{ line: 2, severity: 'warning' }]));
  });
});

describe('the names that are completed', () => {
  function complete(marked: string): string[] {
    const pos = marked.indexOf('|');
    const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [css()] });
    const result = completeChatNames(new CompletionContext(state, pos, false));
    return result?.options.map(({ label }) => label) ?? [];
  }
  const classes = chatClasses.map(({ name }) => name);
  const variables = chatVariables.map(({ name }) => name);

  it.each([
    ['.|', classes],
    ['.typebot-b|', classes],
    ['a > .t|', classes],
    ['a { color: var(--|) }', variables],
    ['a { --ty| }', variables],
    ['a { color: | }', []],
    ['a { margin: .5| }', []],
    ['|', []],
  ])('%s', (text, names) => {
    expect(complete(text)).toEqual(names);
  });

  it('are those of the chat', () => {
    const sheet = readFileSync(join(import.meta.dirname, '../../../chat/chat.css'), 'utf8');
    expect(classes.filter((name) => !sheet.includes(`.${name}`))).toEqual([]);
    // Those of Foyer's own name carry its pictures; a service has none.
    const known = Object.keys(chatLook(newTheme()).variables);
    expect(new Set(variables)).toEqual(
      new Set(known.filter((name) => !name.startsWith('--foyer'))),
    );
  });
});
