/**
 * A person goes from theme to theme in the studio, is back in the library, narrows what is shown there, and opens the
 * theme that they were at: Ctrl Page Down goes to the next that the library shows now.
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

const usual = { appearance: 'system', textSize: 100, locale: 'en', loadPictures: true } as const;
const clientA = { tags: ['Client A'] };

/** Newest first: two of client A, with one of another between them. */
async function start(): Promise<void> {
  const themes = [
    sampleSummary('Aurora', clientA),
    sampleSummary('Blueprint', { tags: ['Client B'] }),
    sampleSummary('Citrus', clientA),
  ].map((theme, index) => ({ ...theme, updatedAt: `2024-11-20T10:00:0${9 - index}.000Z` }));
  installFakeMain({
    library: {
      list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/home/mia/Foyer' }),
    },
    app: { setPreferences: () => usual },
  });
  await library.start();
}

const at = () => (navigation.current.screen === 'studio' ? navigation.current.themeId : '');
const open = (themeId: string) => navigation.go({ screen: 'studio', themeId });

/** In the library again, the themes of client A alone are shown, and the first of them is opened. */
function openFirstOfClientA(): void {
  navigation.go({ screen: 'library' });
  libraryView.tag = 'Client A';
  expect(new LibraryScreen().shown.map(({ id }) => id)).toEqual(['id-aurora', 'id-citrus']);
  open('id-aurora');
}

it('the control: where nobody went from theme to theme before', async () => {
  await start();
  open('id-aurora');
  openFirstOfClientA();
  openNeighbour(1);
  expect(at()).toBe('id-citrus');
});

it('where they had come to that theme from another one', async () => {
  await start();
  open('id-blueprint');
  openNeighbour(-1);
  expect(at()).toBe('id-aurora');
  openFirstOfClientA();
  openNeighbour(1);
  expect(at()).toBe('id-citrus');
});
