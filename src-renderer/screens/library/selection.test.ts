import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { startFakeLibrary } from '../../testing/fake-library';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { libraryCommands } from './library-commands';
import { LibraryScreen } from './library-screen.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => libraryView.clear());
afterEach(() => {
  library.end();
  connections.end();
});

/** What is chosen in the library while something is done with other themes stays chosen. */
describe('what is chosen while something is done with other themes', () => {
  const themes = ['Aster', 'Birch', 'Cedar', 'Dune', 'Elm'].map((name) =>
    sampleSummary(name, { id: name.toLowerCase() }),
  );

  /** The library's screen, and a disk that takes its time. */
  async function start() {
    const begun: (() => void)[] = [];
    await startFakeLibrary(themes, () => new Promise<void>((done) => begun.push(done)));
    const work = new LibraryScreen();
    const act = (id: 'delete' | 'duplicate', ...ids: string[]): void => {
      const on = library.themes.filter((theme) => ids.includes(theme.id));
      work
        .actions(on)
        .find((action) => action.id === id)
        ?.run();
    };
    /** The disk is done. */
    const goOn = async (): Promise<void> => {
      await vi.waitFor(() => expect(begun).toHaveLength(1));
      begun.pop()?.();
      await vi.waitFor(() => expect(library.themes.length).not.toBe(themes.length));
      await new Promise((done) => requestAnimationFrame(done));
    };
    const chosen = () => work.chosen.map(({ id }) => id).sort();
    return { work, act, goOn, chosen };
  }

  it('the control: nothing of what was chosen and deleted is chosen any more', async () => {
    const { work, act, goOn, chosen } = await start();
    work.selection.choose(['aster', 'birch']);
    act('delete', 'aster', 'birch');
    await goOn();
    expect(chosen()).toEqual([]);
  });

  it('others are chosen, and one that is not is deleted by its own menu', async () => {
    const { work, act, goOn, chosen } = await start();
    work.selection.choose(['aster', 'birch', 'cedar']);
    act('delete', 'elm');
    await goOn();
    expect(chosen()).toEqual(['aster', 'birch', 'cedar']);
  });

  it('others are chosen while many are still being deleted', async () => {
    const { work, act, goOn, chosen } = await start();
    work.selection.choose(['aster', 'birch']);
    act('delete', 'aster', 'birch');
    work.selection.clear();
    work.selection.toggle('cedar');
    work.selection.toggle('dune');
    await goOn();
    expect(chosen()).toEqual(['cedar', 'dune']);
  });

  it('others are chosen while many are still being copied', async () => {
    const { work, act, goOn, chosen } = await start();
    work.selection.choose(['aster', 'birch']);
    act('duplicate', 'aster', 'birch');
    work.selection.clear();
    work.selection.toggle('cedar');
    work.selection.toggle('dune');
    await goOn();
    expect(chosen()).toEqual(['cedar', 'dune']);
  });
});

/**
 * Themes are chosen, and a search hides some of them: what is done is done with the others, and those that were hidden
 * are chosen again when the search is over.
 */
describe('what is chosen and hidden by a search', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });

  async function start() {
    let revision = 1;
    let themes = ['Aster', 'Birch', 'Cedar'].map((name) =>
      sampleSummary(name, { id: name.toLowerCase() }),
    );
    const main = installFakeMain({
      connections: {
        list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }),
      },
      library: {
        list: () => ({ ...{ revision, themes, unreadable: [] }, ids: [1], folder: '/f' }),
        remove: ({ ids }) => {
          revision += 1;
          themes = themes.filter(({ id }) => !ids.includes(id));
          main.emit('library.changed', { revision, upserted: [], removed: ids });
          return { ids, entries: ids, problem: null };
        },
      },
      outbox: {
        publish: ({ themeIds }) => ({ queued: themeIds.length, cancelled: [], problems: [] }),
      },
    });
    await connections.start();
    await library.start();
    const work = new LibraryScreen();
    work.selection.choose(['aster', 'birch', 'cedar']);
    return { main, work };
  }

  const ids = (work: LibraryScreen) => work.chosen.map(({ id }) => id).sort();

  it('the control: after a search in which nothing is done', async () => {
    const { work } = await start();
    libraryView.query = 'birch';
    expect(ids(work)).toEqual(['birch']);
    libraryView.clear();
    expect(ids(work)).toEqual(['aster', 'birch', 'cedar']);
  });

  it.each([['publish'], ['delete']])(
    'after a search in which one is taken to %s',
    async (action) => {
      const { main, work } = await start();
      libraryView.query = 'birch';
      work
        .actions(work.chosen)
        .find(({ id }) => id === action)
        ?.run();
      const call = action === 'publish' ? 'outbox.publish' : 'library.remove';
      await vi.waitFor(() => expect(main.log.map(({ name }) => name)).toContain(call));
      await new Promise((done) => requestAnimationFrame(done));
      libraryView.clear();
      expect(ids(work).filter((id) => id !== 'birch')).toEqual(['aster', 'cedar']);
    },
  );

  it('after a search in which all that is shown is chosen', async () => {
    const { work } = await start();
    work.selection.letGo(['birch']);
    libraryView.query = 'birch';
    libraryCommands(work, () => undefined)
      .find(({ id }) => id === 'library.choose:all')
      ?.run();
    expect(ids(work)).toEqual(['birch']);
    libraryView.clear();
    expect(ids(work)).toEqual(['aster', 'birch', 'cedar']);
  });
});
