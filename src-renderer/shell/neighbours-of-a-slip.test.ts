/**
 * A search is mistyped, the library shows what was meant, and one of those themes is opened: Ctrl Page Down goes to
 * the next that the library shows, as it does where nothing was mistyped.
 */
import { afterEach, expect, it } from 'vitest';
import { LibraryScreen } from '../screens/library/library-screen.svelte';
import { library } from '../state/library.svelte';
import { libraryView } from '../state/library-view.svelte';
import { navigation } from '../state/navigation.svelte';
import { installFakeMain } from '../testing/fake-main';
import { sampleSummary } from '../testing/sample-summaries';
import { openNeighbour } from './theme-neighbours';

afterEach(() => {
  library.end();
  libraryView.clear();
});

/** From the first theme that the library shows for a search to the next; what it shows is given, too. */
async function nextFor(query: string): Promise<{ shown: string[]; at: string }> {
  installFakeMain({
    library: {
      list: () => ({
        revision: 1,
        themes: ['Harbour', 'Harbour at night', 'Osteria'].map((name) => sampleSummary(name)),
        unreadable: [],
        ids: [1],
        folder: '/home/mia/Foyer',
      }),
    },
    app: { setPreferences: () => usual },
  });
  await library.start();
  libraryView.query = query;
  const shown = new LibraryScreen().shown.map(({ id }) => id);
  const [first = ''] = shown;
  navigation.go({ screen: 'studio', themeId: first });
  openNeighbour(1);
  const { current } = navigation;
  return { shown, at: current.screen === 'studio' ? current.themeId : '' };
}

const usual = { appearance: 'system', textSize: 100, locale: 'en', loadPictures: true } as const;

it.each(['harbour', 'harbuor'])('%s', async (query) => {
  const { shown, at } = await nextFor(query);
  expect(shown).toHaveLength(2);
  expect(at).toBe(shown[1]);
});
