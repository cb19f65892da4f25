/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { libraryWithFile } from '../../../src-main/library/testing/file-away';
import { listChange } from '../../../src-main/library/testing/fixture-library';
import {
  deleteThemes,
  duplicateThemes,
  renameTheme,
  saveTags,
} from '../../features/themes/theme-actions';
import { leftTheBin } from '../../state/library-undo';
import { library } from '../../state/library.svelte';
import { startFakeLibrary } from '../../testing/fake-library';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import { canUndoLatest, latestUndo, undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => library.end());

/**
 * A person deletes a theme and presses Ctrl Z at once, while main is still at it (a slow disk, many themes). What is
 * taken back must be the deletion, or nothing yet: never what was done before it, which nothing does again.
 */
describe('undo while themes are still being deleted', () => {
  const full = { code: 'storageFull', path: '/f' } as const;

  async function start() {
    let refusal: ProblemError | undefined;
    const begun: (() => void)[] = [];
    const main = await startFakeLibrary(
      [
        sampleSummary('Aster', { id: 'a', tags: ['Old'] }),
        sampleSummary('Birch', { id: 'b', tags: [] }),
      ],
      async (call, ids) => {
        // What is taken back is done at once.
        if (call === 'restore' || !ids.includes('b')) return;
        await new Promise<void>((done) => begun.push(done));
        if (refusal) throw refusal;
      },
    );
    await saveTags([{ id: 'a', before: ['Old'], after: ['New'] }]);
    const goOn = async (): Promise<void> => {
      await vi.waitFor(() => expect(begun).toHaveLength(1));
      begun.pop()?.();
    };
    const undone = () =>
      main.log.filter(
        ({ name, input }) =>
          name === 'library.restore' ||
          (name === 'library.remove' && !(input as { ids: string[] }).ids.includes('b')),
      ).length;
    return { goOn, undone, refuse: () => (refusal = new ProblemError(full)) };
  }

  const tagsOfAster = () => library.themes.find(({ id }) => id === 'a')?.tags;
  const ids = () => library.themes.map(({ id }) => id).sort();

  it('the control: pressed once the deletion is done, it is taken back, and the tags stay', async () => {
    const { goOn } = await start();
    const deleting = deleteThemes([{ id: 'b', name: 'Birch' }]);
    await goOn();
    await deleting;
    expect(ids()).toEqual(['a']);
    undoLatestToast();
    await vi.waitFor(() => expect(ids()).toEqual(['a', 'b']));
    expect(tagsOfAster()).toEqual(['New']);
  });

  it.each([
    ['the deletion', () => deleteThemes([{ id: 'b', name: 'Birch' }])],
    ['the copying', () => duplicateThemes(['b'])],
  ])('pressed while it is in progress, it takes back %s once that is done', async (_what, act) => {
    const { goOn, undone } = await start();
    const acting = act();
    undoLatestToast();
    await goOn();
    await acting;
    await vi.waitFor(() => expect(undone()).toBe(1));
    await vi.waitFor(() => expect(ids()).toEqual(['a', 'b']));
    expect(tagsOfAster()).toEqual(['New']);
    // And the tags after it.
    undoLatestToast();
    await vi.waitFor(() => expect(tagsOfAster()).toEqual(['Old']));
  });

  it('pressed twice, it takes back the one before as well, in this order', async () => {
    const { goOn } = await start();
    const deleting = deleteThemes([{ id: 'b', name: 'Birch' }]);
    undoLatestToast();
    undoLatestToast();
    await goOn();
    await deleting;
    await vi.waitFor(() => expect(tagsOfAster()).toEqual(['Old']));
    expect(ids()).toEqual(['a', 'b']);
  });

  it('takes back nothing where what is in progress comes to nothing', async () => {
    const { goOn, refuse } = await start();
    const deleting = deleteThemes([{ id: 'b', name: 'Birch' }]);
    expect(canUndoLatest()).toBe(true);
    undoLatestToast();
    undoLatestToast();
    refuse();
    await goOn();
    await deleting;
    await vi.waitFor(() => expect(latestUndo()).toBe('Tags saved for 1 theme'));
    expect(tagsOfAster()).toEqual(['New']);
  });
});

/**
 * A person deletes two themes, restores one of them in the bin, and takes the deletion back: the other one comes, and
 * nothing is said to be wrong.
 */
describe('undo after one of the themes was restored in the bin', () => {
  it('what was restored in the bin is not asked for again', async () => {
    const main = await startFakeLibrary([
      sampleSummary('Aster', { id: 'a' }),
      sampleSummary('Birch', { id: 'b' }),
    ]);
    await deleteThemes([
      { id: 'a', name: 'Aster' },
      { id: 'b', name: 'Birch' },
    ]);
    // The bin's screen.
    const { bridge } = await import('../../bridge');
    const done = await bridge.library.restore({ entries: ['a'], ofAnyLibrary: true });
    leftTheBin(done.entries);
    undoLatestToast();
    await vi.waitFor(() => expect(library.themes).toHaveLength(2));
    await vi.waitFor(() => expect(latestUndo()).toBeUndefined());
    const asked = main.log.filter(({ name }) => name === 'library.restore');
    expect(asked.map(({ input }) => input)).toMatchObject([{ entries: ['a'] }, { entries: ['b'] }]);
    expect(reports.list).toEqual([]);
  });
});

/**
 * A person deletes a theme, and chooses another library. What takes the deletion back says that it is of another
 * library, and waits for that one.
 */
describe('undo in another library', () => {
  it('waits until its library is chosen again', async () => {
    const aster = sampleSummary('Aster', { id: 'a' });
    const restored: string[][] = [];
    let revision = 1;
    let folder = '/one';
    let themes = [aster];
    const main = installFakeMain({
      library: {
        list: () => ({
          revision,
          themes,
          unreadable: [],
          ids: [folder === '/one' ? 1 : 2],
          folder,
          folderProblem: null,
        }),
        remove: ({ ids }) => {
          themes = [];
          return { ids, entries: ['a-1'], problem: null };
        },
        restore: ({ entries }) => {
          const nothing = { ids: [], entries: [], problem: null, alreadyHere: 0, unlinked: 0 };
          if (folder !== '/one') return { ...nothing, elsewhere: entries.length };
          restored.push(entries);
          return { ...nothing, ids: ['a'], entries };
        },
      },
    });
    const use = async (path: string): Promise<void> => {
      folder = path;
      revision += 2;
      main.emit('library.changed', { revision, upserted: [], removed: [] });
      await vi.waitFor(() => expect(library.folder).toBe(path));
    };
    await library.start();
    render(Toasts);
    await deleteThemes([aster]);
    await use('/two');
    undoLatestToast();
    expect(await screen.findByText(/from another library/u)).toBeInTheDocument();
    // Until then, Ctrl Z goes on with what was done before it.
    expect(latestUndo()).toBeUndefined();
    await use('/one');
    undoLatestToast();
    await vi.waitFor(() => expect(restored).toEqual([['a-1']]));
  });
});

/**
 * A theme that a person deleted is in the library again: another computer had it still, or a backup brought it back.
 * What they did with it can be taken back as with any theme: "If a theme's file is away for a moment, Foyer says so,
 * and its undo waits until the file is back".
 */
describe('undo of what was done with a theme that came back after its deletion', () => {
  /** A window on a library of one theme, whose file can be away. */
  async function world() {
    const made = await libraryWithFile({ mayUse: () => true });
    const { library: ofMain, here, id } = made;
    const main = installFakeMain({ library: ofMain.handlers });
    onTestFinished(ofMain.onChange((change) => main.emit('library.changed', change)));
    await library.start();
    onTestFinished(() => library.end());
    /** In another window: this one offers no way back of it. */
    const deleteIt = async (): Promise<void> => {
      await ofMain.handlers.remove({ ids: [id] });
    };
    /** Another computer had it still. */
    const putBack = async (text: string): Promise<void> => {
      const isThere = listChange(ofMain, ({ upserted }) => upserted.length > 0);
      await writeFile(here, text);
      await Promise.all([isThere, ofMain.rescan()]);
    };
    const emptyBin = async (): Promise<void> => {
      const { themes } = await ofMain.handlers.bin(undefined);
      await ofMain.handlers.discard({ entries: themes.map(({ entry }) => entry) });
    };
    const use = async (folder: string, move = false): Promise<void> => {
      await ofMain.handlers.useFolder({ folder, move });
      await vi.waitFor(() => expect(library.folder).toBe(folder));
    };
    return { ...made, deleteIt, putBack, emptyBin, use };
  }
  type World = Awaited<ReturnType<typeof world>>;

  const names = () => library.themes.map(({ name }) => name);

  async function deletedAndBack({ here, deleteIt, putBack }: World): Promise<void> {
    const text = await readFile(here, 'utf8');
    await deleteIt();
    await putBack(text);
  }

  /** What became of it before it was given a new name, and since. */
  it.each<
    [string, { before?: (one: World) => Promise<void>; since?: (one: World) => Promise<void> }]
  >([
    ['the control: it was never deleted', {}],
    ['it was deleted and came back, and lies in the bin still', { before: deletedAndBack }],
    [
      'it was deleted and came back, and the bin was emptied since',
      { before: deletedAndBack, since: ({ emptyBin }) => emptyBin() },
    ],
    ['it was deleted since and came back, and lies in the bin still', { since: deletedAndBack }],
    [
      'it was deleted since and came back, and the bin was emptied',
      {
        since: async (one) => {
          await deletedAndBack(one);
          await one.emptyBin();
        },
      },
    ],
  ])(
    'a new name can be taken back once its file is there again: %s',
    async (_name, { before, since }) => {
      render(Toasts);
      const one = await world();
      await before?.(one);
      await renameTheme({ id: one.id, name: 'Harbour' }, 'Quay');
      await since?.(one);
      await one.goAway();
      undoLatestToast();
      await screen.findByText(/^Not undone yet.*Quay/u);
      await one.comeBack();
      undoLatestToast();
      await vi.waitFor(() => expect(names()).toEqual(['Harbour']));
    },
  );

  it('nor does it end by a deletion in a copy of the library, which lies where that was', async () => {
    render(Toasts);
    const one = await world();
    const { folders, id } = one;
    const moved = join(folders.root, 'moved');
    await mkdir(moved);
    await renameTheme({ id, name: 'Harbour' }, 'Pier');
    await one.use(moved, true);
    await copyFile(join(moved, 'a.json'), one.here);
    await one.use(folders.themes);
    await vi.waitFor(() => expect(names()).toEqual(['Pier']));
    await one.deleteIt();
    await one.use(moved);
    const text = await readFile(join(moved, 'a.json'), 'utf8');
    const isGone = listChange(one.library, ({ removed }) => removed.includes(id));
    await rm(join(moved, 'a.json'));
    await Promise.all([isGone, one.library.rescan()]);
    undoLatestToast();
    await screen.findByText(/^Not undone yet.*Pier/u);
    await writeFile(join(moved, 'a.json'), text);
    await one.library.rescan();
    await vi.waitFor(() => expect(names()).toEqual(['Pier']));
    undoLatestToast();
    await vi.waitFor(() => expect(names()).toEqual(['Harbour']));
  });

  it.each<[string, (one: World) => Promise<void>]>([
    ['in the bin', ({ deleteIt }) => deleteIt()],
    [
      'gone for good',
      async ({ deleteIt, emptyBin }) => {
        await deleteIt();
        await emptyBin();
      },
    ],
    [
      'in the bin, of a folder from which the library was moved',
      async ({ deleteIt, folders, use }) => {
        await deleteIt();
        const moved = join(folders.root, 'moved');
        await mkdir(moved);
        await use(moved, true);
      },
    ],
  ])('the control: what was deleted since isn’t waited for: %s', async (_name, deleteIt) => {
    render(Toasts);
    const one = await world();
    await renameTheme({ id: one.id, name: 'Harbour' }, 'Quay');
    await deleteIt(one);
    await vi.waitFor(() => expect(names()).toEqual([]));
    undoLatestToast();
    await vi.waitFor(() => expect(latestUndo()).toBeUndefined());
  });
});
