/**
 * Themes are chosen, and a search hides some of them: what is done is done with the others, and those that were hidden
 * are chosen again when the search is over.
 */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { trialConnection } from '@shared/trial-connection';
import { libraryCommands } from './library-commands';
import { LibraryScreen } from './library-screen.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => libraryView.clear());

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

it.each([['publish'], ['delete']])('after a search in which one is taken to %s', async (action) => {
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
});

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
