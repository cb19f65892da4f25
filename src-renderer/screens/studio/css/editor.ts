/**
 * The editor of custom CSS: CodeMirror in a shadow root, where its styles need no word in the page's
 * policy. It keeps no history: undo is main's, and what main says is put into the text.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { css, cssLanguage } from '@codemirror/lang-css';
import {
  bracketMatching,
  ensureSyntaxTree,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language';
import { linter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Transaction } from '@codemirror/state';
import { EditorView, keymap, placeholder, tooltips } from '@codemirror/view';
import { m } from '@shared/messages/messages';
import { appearance, highlighting } from './appearance';
import { completeChatNames } from './completion';
import { shownText, textAfter } from './line-ends';
import { cssProblems, type CssProblem } from './problems';

/** A problem with the number of its line, from 1. */
export interface PlacedProblem extends CssProblem {
  line: number;
}

export interface CssEditorOptions {
  host: HTMLElement;
  /** With any line ends; what is not edited keeps its own. */
  text: string;
  isReadOnly: boolean;
  /** For readers. */
  label: string;
  description: string;
  /** In the place of a text that is empty. */
  placeholder: string;
  /** The longest text that is taken, UTF-16 units. */
  maxLength: number;
  /** `isStep`: a line, a word that was completed, something pasted; what follows is another step. */
  onchange: (text: string, isStep: boolean) => void;
  onproblems: (problems: PlacedProblem[]) => void;
  onblur: () => void;
}

export interface CssEditor {
  /** Puts in what is now the theme's, keeping the cursor where it can. */
  show(text: string): void;
  setReadOnly(isReadOnly: boolean): void;
  focus(): void;
  /** Puts the cursor at an offset and brings it into sight. */
  goTo(offset: number): void;
  end(): void;
}

/** How long the text rests before it is judged, milliseconds. */
const restBeforeProblems = 300;
/** How long parsing may hold up judging, milliseconds. */
const parseTime = 200;
/** How long Tab leaves after Escape, unless another key comes between, milliseconds. */
const leaveTime = 10 * 60_000;

const fromOutside = Annotation.define<boolean>();

/** CodeMirror's own words. */
function phrases(): Record<string, string> {
  return {
    Find: m.studio_css_find(),
    Replace: m.studio_css_replace_with(),
    next: m.studio_css_next(),
    previous: m.studio_css_previous(),
    all: m.studio_css_all(),
    'match case': m.studio_css_match_case(),
    regexp: m.studio_css_regexp(),
    'by word': m.studio_css_by_word(),
    replace: m.studio_css_replace(),
    'replace all': m.studio_css_replace_all(),
    close: m.studio_close(),
    'current match': m.studio_css_current_match(),
    'on line': m.studio_css_on_line(),
    'replaced $ matches': m.studio_css_replaced(),
    'replaced match on line $': m.studio_css_replaced_one(),
    'Go to line': m.studio_css_go_to_line(),
    go: m.studio_css_go(),
    Completions: m.studio_css_completions(),
    Diagnostics: m.studio_css_problems(),
    'No diagnostics': m.studio_css_no_problems(),
    'Selection deleted': m.studio_css_selection_deleted(),
  };
}

/** The one stretch in which two texts differ. */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const least = Math.min(before.length, after.length);
  let from = 0;
  while (from < least && before[from] === after[from]) from += 1;
  let same = 0;
  while (
    same < least - from &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  ) {
    same += 1;
  }
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

/** Whether a change is more than a letter of a word that is being typed. */
function endsStep(change: Transaction): boolean {
  return (
    change.newDoc.lines !== change.startState.doc.lines ||
    ['input.complete', 'input.paste', 'input.drop', 'input.replace', 'delete.cut', 'move'].some(
      (event) => change.isUserEvent(event),
    )
  );
}

/** Makes the editor in the host, which must have no shadow root yet. */
export function startCssEditor(options: CssEditorOptions): CssEditor {
  const { host, label, description, maxLength } = options;
  const root = host.attachShadow({ mode: 'open' });
  const writable = new Compartment();
  /** The theme's text, of which the editor shows the lines: its line ends may be of any kind. */
  let text = options.text;
  const writing = (isReadOnly: boolean) => [
    EditorState.readOnly.of(isReadOnly),
    EditorView.editable.of(!isReadOnly),
  ];

  const state = EditorState.create({
    doc: shownText(text),
    extensions: [
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...searchKeymap,
        ...lintKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
      css(),
      cssLanguage.data.of({ autocomplete: completeChatNames }),
      autocompletion({ icons: false }),
      closeBrackets(),
      bracketMatching(),
      indentOnInput(),
      indentUnit.of('  '),
      highlightSelectionMatches(),
      search({ top: true }),
      linter(
        (view) => {
          const { state } = view;
          const tree = ensureSyntaxTree(state, state.doc.length, parseTime) ?? syntaxTree(state);
          const problems = cssProblems(tree, state.doc.toString(), (property, value) =>
            CSS.supports(property, value),
          );
          options.onproblems(
            problems.map((problem) => ({
              ...problem,
              line: state.doc.lineAt(problem.from).number,
            })),
          );
          return problems;
        },
        { delay: restBeforeProblems },
      ),
      syntaxHighlighting(highlighting),
      appearance,
      // Over the pane's edge, where there is room.
      tooltips({ position: 'fixed' }),
      EditorView.lineWrapping,
      placeholder(options.placeholder),
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-description': description,
        spellcheck: 'false',
        // It takes the focus without; said, it is known to whoever looks for what can be scrolled.
        tabindex: '0',
      }),
      EditorState.phrases.of(phrases()),
      EditorState.changeFilter.of(
        ({ changes, newDoc }) =>
          // No line end has more than two characters, so most texts need no closer look.
          newDoc.length + newDoc.lines - 1 <= maxLength ||
          textAfter(text, changes, newDoc.toString()).length <= maxLength,
      ),
      writable.of(writing(options.isReadOnly)),
      EditorView.updateListener.of((update) => {
        const isOurs = update.transactions.some((change) => change.annotation(fromOutside));
        if (!update.docChanged || isOurs) return;
        const isStep = update.transactions.some((change) => endsStep(change));
        text = textAfter(text, update.changes, update.state.doc.toString());
        options.onchange(text, isStep);
      }),
      EditorView.domEventHandlers({
        blur: () => options.onblur(),
        // CodeMirror gives two seconds to press Tab; some need longer.
        keyup: ({ key }, view) => {
          if (key === 'Escape') view.setTabFocusMode(leaveTime);
        },
        // The menu's undo, which would be the browser's.
        beforeinput: (event) => {
          if (!event.inputType.startsWith('history')) return false;
          event.preventDefault();
          return true;
        },
      }),
    ],
  });
  const view = new EditorView({ state, root, parent: root });

  return {
    show(now) {
      text = now;
      const before = view.state.doc.toString();
      const after = shownText(now);
      if (after === before) return;
      view.dispatch({
        changes: difference(before, after),
        annotations: fromOutside.of(true),
        filter: false,
      });
    },
    setReadOnly: (isReadOnly) =>
      view.dispatch({ effects: writable.reconfigure(writing(isReadOnly)) }),
    goTo(offset) {
      const anchor = Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    end: () => view.destroy(),
  };
}
