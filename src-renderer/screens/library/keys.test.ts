import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { preferencesSchema } from '@shared/bridge/app';
import { app } from '../../state/app.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { startFakeLibrary } from '../../testing/fake-library';
import { installFakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import Library from './Library.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  navigation.go({ screen: 'library' });
  libraryView.clear();
  libraryView.activeId = null;
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => library.end());

/**
 * Ctrl D copies the card in use on a slow disk, and the person goes on to another card by the arrows. The copy is there then, and
 * the keyboard stays where they went: Delete, or the keys that publish, are about the card that they went to.
 */
describe('the arrows while a theme is being copied', () => {
  const person = userEvent.setup();
  beforeEach(() => {
    pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  });

  const card = (name: string) =>
    screen.findByRole('gridcell', { name: new RegExp(`^${name},`, 'u') });

  async function copyAster() {
    let goOn = (): void => undefined;
    const disk = new Promise<void>((done) => (goOn = done));
    const main = await startFakeLibrary(
      ['Aster', 'Birch', 'Cedar'].map((name) => sampleSummary(name, { id: name.toLowerCase() })),
      (call) => (call === 'duplicate' ? disk : undefined),
    );
    render(Toasts);
    render(Library);
    (await card('Aster')).focus();
    await person.keyboard('{Control>}d{/Control}');
    await waitFor(() => expect(main.log.map(({ name }) => name)).toContain('library.duplicate'));
    const end = async (): Promise<void> => {
      goOn();
      await waitFor(() => expect(library.themes).toHaveLength(4));
      await screen.findByText('1 theme duplicated');
    };
    const deleted = () =>
      main.log.flatMap(({ name, input }) => (name === 'library.remove' ? [input] : []));
    return { end, deleted };
  }

  it('the control: who stays is at the copy', async () => {
    const { end, deleted } = await copyAster();
    await end();
    await waitFor(async () => expect(await card('aster copy')).toHaveFocus());
    await person.keyboard('{Delete}');
    await waitFor(() => expect(deleted()).toEqual([{ ids: ['aster-copy'] }]));
  });

  it('who went to another card stays there, and deletes that', async () => {
    const { end, deleted } = await copyAster();
    // By whatever order the cards have.
    (await card('Birch')).focus();
    await end();
    await person.keyboard('{Delete}');
    await waitFor(() => expect(deleted()).toHaveLength(1));
    expect(deleted()).toEqual([{ ids: ['birch'] }]);
  });
});

/**
 * In the list each head sorts by its column, “and again the other way round”. A person who goes to a head by Tab presses it, and
 * presses it again: the keyboard has stayed at the head, and no theme is opened by the second Enter.
 */
describe('Enter at a head of the list', () => {
  const person = userEvent.setup();
  beforeEach(() => {
    pretendLayout({ width: 1064, height: 700, rowHeight: 41 });
  });
  afterEach(async () => {
    await app.prefer({
      libraryLayout: 'medium',
      librarySort: 'edited',
      librarySortReversed: false,
    });
  });

  it('keeps the keyboard at the head, which sorts the other way round at its second press', async () => {
    const themes = ['Aster', 'Birch', 'Cedar'].map((name, index) =>
      sampleSummary(name, { id: name.toLowerCase(), updatedAt: `2026-11-2${index}T10:00:00.000Z` }),
    );
    installFakeMain({
      library: {
        list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/f' }),
      },
      app: {
        setPreferences: (changes) =>
          preferencesSchema.parse({ ...app.state.preferences, ...changes }),
      },
    });
    await app.prefer({ libraryLayout: 'list', librarySort: 'edited', librarySortReversed: false });
    await library.start();
    render(Library);
    await screen.findByRole('gridcell', { name: /^Aster,/u });
    const names = () =>
      screen
        .getAllByRole('gridcell')
        .map((cell) => cell.getAttribute('aria-label')?.split(',')[0] ?? '');
    const head = screen.getByRole('button', { name: /name/iu, pressed: false });
    while (document.activeElement !== head) await person.tab();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['Aster', 'Birch', 'Cedar']));
    expect(document.activeElement).toBe(head);
    await person.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['Cedar', 'Birch', 'Aster']));
    expect(navigation.current).toEqual({ screen: 'library' });
  });
});
