/** What is chosen in the library while something is done with other themes stays chosen. */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startFakeLibrary } from '../../testing/fake-library';
import { sampleSummary } from '../../testing/sample-summaries';
import { library } from '../../state/library.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { layers } from '../../ui/layers';
import { LibraryScreen } from './library-screen.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => libraryView.clear());

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
