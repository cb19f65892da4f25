/**
 * In the list each head sorts by its column, “and again the other way round”. A person who goes to a head by Tab presses it, and
 * presses it again: the keyboard has stayed at the head, and no theme is opened by the second Enter.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { preferencesSchema } from '@shared/bridge/app';
import { app } from '../../state/app.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Library from './Library.svelte';

const person = userEvent.setup();

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  pretendLayout({ width: 1064, height: 700, rowHeight: 41 });
  navigation.go({ screen: 'library' });
  libraryView.clear();
  libraryView.activeId = null;
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(async () => {
  await app.prefer({ libraryLayout: 'medium', librarySort: 'edited', librarySortReversed: false });
  library.end();
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
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement).toBe(head);
  await person.keyboard('{Enter}');
  await waitFor(() => expect(names()).toEqual(['Cedar', 'Birch', 'Aster']));
  expect(navigation.route).toEqual({ screen: 'library' });
});
