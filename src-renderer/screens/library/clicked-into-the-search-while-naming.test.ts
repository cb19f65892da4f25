/**
 * A name was typed on a card, and the person goes on in the search field with a click: the name is given, and the search
 * field has the keyboard, not the card that was left: what they type there looks for themes, and Delete, which takes a letter
 * out of the search, moves no theme to the bin.
 */
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { listenToCommands } from '../../shell/commands';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Library from './Library.svelte';

const harbour = sampleSummary('Harbour');
const person = userEvent.setup();

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  navigation.go({ screen: 'library' });
  libraryView.clear();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => library.end());

const field = () => screen.queryByRole('textbox', { name: /Harbour/u });
const searchField = () => screen.getByRole('searchbox');

/** Types these keys in the name's field. */
async function typeName(keys: string, showPalette = vi.fn()): Promise<FakeMain> {
  const main = installFakeMain({
    library: {
      list: () => ({
        ...{ revision: 1, themes: [harbour, sampleSummary('Blueprint')], unreadable: [] },
        ...{ ids: [1], folder: '/home/mia/Foyer' },
      }),
      rename: () => ({ replaced: 'Harbour' }),
      remove: ({ ids }) => ({ ids, entries: ids, problem: null }),
    },
  });
  await library.start();
  onTestFinished(listenToCommands({ showShortcuts: () => undefined, showPalette }));
  render(Library);
  const card = () => screen.queryByRole('gridcell', { name: /^Harbour,/u });
  await waitFor(() => expect(card()).not.toBeNull());
  card()?.focus();
  await person.keyboard('{F2}');
  await waitFor(() => expect(field()).toHaveFocus());
  await person.keyboard(keys);
  return main;
}

/** Types these keys in the name's field and clicks into the search. */
async function nameAndSearch(keys: string): Promise<{ main: FakeMain; search: HTMLElement }> {
  const main = await typeName(keys);
  await person.click(searchField());
  await waitFor(() => expect(field()).toBeNull());
  return { main, search: searchField() };
}

const asked = (main: FakeMain) =>
  main.log.map(({ name }) => name).filter((name) => /rename|remove/u.test(name));

it.each([
  ['the control: Escape first', '{Escape}', []],
  ['with a name', 'Harbour at night', ['library.rename']],
])('what is typed next is in the search: %s', async (_name, keys, expected) => {
  const { main, search } = await nameAndSearch(keys);
  await person.keyboard('blue');
  expect(search).toHaveFocus();
  expect(search).toHaveValue('blue');
  expect(asked(main)).toEqual(expected);
});

it.each([
  ['the control: Escape first', '{Escape}', []],
  ['with a name', 'Harbour at night', ['library.rename']],
])('Delete is the search field’s own: %s', async (_name, keys, expected) => {
  libraryView.query = 'harbour';
  const { main, search } = await nameAndSearch(keys);
  await person.keyboard('{Delete}');
  expect(asked(main)).toEqual(expected);
  expect(search).toHaveFocus();
});

it.each([
  ['the control: Enter first', 'Harbour at night{Enter}'],
  ['out of the field', 'Harbour at night'],
])('the menu’s search is the search field: %s', async (_name, keys) => {
  const main = await typeName(keys);
  main.emit('app.command', 'search');
  await waitFor(() => expect(field()).toBeNull());
  await person.keyboard('blue');
  expect(searchField()).toHaveValue('blue');
});

it('the palette’s key is the window’s there too, and a letter is not', async () => {
  const showPalette = vi.fn();
  await typeName('k', showPalette);
  expect(showPalette).not.toHaveBeenCalled();
  await person.keyboard('{Control>}k{/Control}');
  expect(showPalette).toHaveBeenCalledOnce();
});

it('the field hears of the click before the search has the keyboard, as it does in the browser', async () => {
  const main = await typeName('Harbour at night');
  const focused = vi.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body);
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  await fireEvent.blur(field() ?? document.body, { relatedTarget: searchField() });
  await waitFor(() => expect(field()).toBeNull());
  const named = [{ ...harbour, name: 'Harbour at night' }];
  main.emit('library.changed', { revision: 2, upserted: named, removed: [] });
  await screen.findByRole('gridcell', { name: /^Harbour at night,/u });
  focused.mockRestore();
  expect(focus).not.toHaveBeenCalled();
});

it('the control: where nothing was clicked, the card has the keyboard', async () => {
  await typeName('Harbour at night');
  await person.click(document.body);
  await waitFor(() => expect(field()).toBeNull());
  await waitFor(() => expect(screen.getByRole('gridcell', { name: /^Harbour/u })).toHaveFocus());
});
