/**
 * A theme that a person deleted is in the library again: another computer had it still, or a backup brought it back.
 * What they did with it can be taken back as with any theme: "If a theme's file is away for a moment, Foyer says so,
 * and its undo waits until the file is back".
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { render, screen } from '@testing-library/svelte';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { listChange } from '../../../src-main/library/testing/fixture-library';
import { libraryWithFile } from '../../../src-main/library/testing/file-away';
import { renameTheme } from '../../features/themes/theme-actions';
import { library as state } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { latestUndo, undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

/** A window on a library of one theme, whose file can be away. */
async function world() {
  const made = await libraryWithFile({ mayUse: () => true });
  const { library, here, id } = made;
  const main = installFakeMain({ library: library.handlers });
  onTestFinished(library.onChange((change) => main.emit('library.changed', change)));
  await state.start();
  onTestFinished(() => state.end());
  /** In another window: this one offers no way back of it. */
  const deleteIt = async (): Promise<void> => {
    await library.handlers.remove({ ids: [id] });
  };
  /** Another computer had it still. */
  const putBack = async (text: string): Promise<void> => {
    const isThere = listChange(library, ({ upserted }) => upserted.length > 0);
    await writeFile(here, text);
    await Promise.all([isThere, library.rescan()]);
  };
  const emptyBin = async (): Promise<void> => {
    const { themes } = await library.handlers.bin(undefined);
    await library.handlers.discard({ entries: themes.map(({ entry }) => entry) });
  };
  const use = async (folder: string, move = false): Promise<void> => {
    await library.handlers.useFolder({ folder, move });
    await vi.waitFor(() => expect(state.folder).toBe(folder));
  };
  return { ...made, deleteIt, putBack, emptyBin, use };
}
type World = Awaited<ReturnType<typeof world>>;

const names = () => state.themes.map(({ name }) => name);

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
