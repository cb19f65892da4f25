/**
 * In the CSS editor's search a person mistypes what they look for and presses Ctrl Z: that is the field's own, as in
 * every other search. It takes back nothing of the theme. On *Replace all*, which has no undo of its own, it
 * takes back what was replaced.
 */
import { EditorView } from '@codemirror/view';
import { openSearchPanel } from '@codemirror/search';
import type { OpenTheme } from '@shared/library';
import { newTheme, type Theme } from '@shared/theme/theme';
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { installFakeMain } from '../../../testing/fake-main';
import Studio from '../Studio.svelte';

const before: Theme = { ...newTheme(), customCss: 'a { color: red }' };
const edited: Theme = { ...newTheme(), customCss: 'a { color: blue }' };

/** The studio with a theme that was edited, and its CSS editor with the search open. */
async function openSearch() {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  let said: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: edited },
    ...{ isReadOnly: false, canUndo: true, canRedo: false },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    ...{ places: [], publications: {} },
  };
  const main = installFakeMain({
    library: {
      open: () => said,
      undo: () => (said = { ...said, version: 3, theme: before, canUndo: false, canRedo: true }),
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    outbox: { answers: () => [] },
  });
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  await userEvent.click(screen.getByRole('button', { name: /^Custom CSS/u }));
  const view = await waitFor(() => {
    const host = [...document.querySelectorAll('.host')].find((element) => element.shadowRoot);
    const inner = host?.shadowRoot?.querySelector<HTMLElement>('.cm-editor');
    const found = inner ? EditorView.findFromDOM(inner) : null;
    if (!found) throw new Error('There is no editor.');
    return found;
  });
  openSearchPanel(view);
  const field = view.dom.querySelector<HTMLInputElement>('input[name="search"]');
  if (!field) throw new Error('There is no search.');
  field.focus();
  field.value = 'colro';
  /** Whether the field's own undo is left to it. */
  const undoIn = (target: Element): Promise<boolean> =>
    fireEvent.keyDown(target, { key: 'z', code: 'KeyZ', ctrlKey: true, composed: true });
  const undone = () => main.log.filter(({ name }) => name === 'library.undo').length;
  return { view, field, undoIn, undone };
}

it('the control: in the text itself it takes back the last step of the theme', async () => {
  const { view, undoIn, undone } = await openSearch();
  expect(await undoIn(view.contentDOM)).toBe(false);
  expect(undone()).toBe(1);
});

it('in the search it takes back nothing of the theme', async () => {
  const { view, field, undoIn, undone } = await openSearch();
  const isLeftToField = await undoIn(field);
  expect(undone()).toBe(0);
  expect(isLeftToField).toBe(true);
  expect(view.state.doc.toString()).toBe('a { color: blue }');
});

it('on the button that replaced, it does so too', async () => {
  const { view, undoIn, undone } = await openSearch();
  const replaceAll = view.dom.querySelector<HTMLButtonElement>('button[name="replaceAll"]');
  if (!replaceAll) throw new Error('There is no button.');
  replaceAll.focus();
  await undoIn(replaceAll);
  expect(undone()).toBe(1);
});
