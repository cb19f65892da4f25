import { afterEach, describe, expect, it } from 'vitest';
import { LibraryScreen } from '../screens/library/library-screen.svelte';
import { libraryView } from '../state/library-view.svelte';
import { library } from '../state/library.svelte';
import { navigation } from '../state/navigation.svelte';
import { installFakeMain } from '../testing/fake-main';
import { sampleSummary } from '../testing/sample-summaries';
import { openNeighbour } from './theme-neighbours';

afterEach(() => {
  library.end();
  libraryView.clear();
});

/**
 * A person goes from theme to theme in the studio, is back in the library, narrows what is shown there, and opens the
 * theme that they were at: Ctrl Page Down goes to the next that the library shows now.
 */
describe('after another filter', () => {
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
});

/**
 * A search is mistyped, the library shows what was meant, and one of those themes is opened: Ctrl Page Down goes to
 * the next that the library shows, as it does where nothing was mistyped.
 */
describe('after a mistyped search', () => {
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
});
