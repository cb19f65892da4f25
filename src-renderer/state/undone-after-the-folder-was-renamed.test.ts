/**
 * A person names a theme, renames the library's folder in the file manager, and chooses it under its new name: it is the
 * same library, as main knows, and there is no other to switch back to. `Ctrl Z` takes the name back.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { libraryOfOne } from '../../src-main/library/testing/fixture-library';
import { renameTheme } from '../features/themes/theme-actions';
import { installFakeMain } from '../testing/fake-main';
import { layers } from '../ui/layers';
import { undoLatestToast } from '../ui/toast';
import { library } from './library.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});
afterEach(() => library.end());

/** A window on a library with one theme, Harbour. */
async function world() {
  const {
    folders,
    library: room,
    id,
  } = await libraryOfOne({ name: 'Harbour' }, { mayUse: () => true });
  const main = installFakeMain({ library: room.handlers });
  room.onChange((change) => main.emit('library.changed', change));
  await library.start();
  const name = (): string | undefined => library.themes.find((each) => each.id === id)?.name;
  const nameIt = async (): Promise<void> => {
    await renameTheme({ id, name: 'Harbour' }, 'Quay');
    await vi.waitFor(() => expect(name()).toBe('Quay'));
  };
  const use = async (folder: string, shown: string): Promise<void> => {
    await room.handlers.useFolder({ folder, move: false });
    await vi.waitFor(() => expect([library.folder, name()]).toEqual([folder, shown]));
  };
  return { room, place: folders.themes, renamed: join(folders.root, 'renamed'), name, nameIt, use };
}

it.each([
  ['the control: its folder has the name that it had', false],
  ['its folder was renamed', true],
])('%s', async (_name, isRenamed) => {
  const { room, place, renamed, name, nameIt, use } = await world();
  await nameIt();
  if (isRenamed) {
    const known = room.assertSame();
    await rename(place, renamed);
    await room.rescan();
    await use(renamed, 'Quay');
    // Main takes it for the same one.
    known();
  }
  undoLatestToast();
  await vi.waitFor(() => expect(name()).toBe('Harbour'), { timeout: 3_000 });
});

it('what was done in a copy that was found in its place waits for the copy', async () => {
  const { room, place, renamed, name, nameIt, use } = await world();
  await rename(place, renamed);
  await cp(renamed, place, { recursive: true });
  const before = library.id;
  await room.rescan();
  await vi.waitFor(() => expect(library.id).not.toBe(before));
  await nameIt();
  await use(renamed, 'Harbour');
  undoLatestToast();
  await use(place, 'Quay');
  undoLatestToast();
  await vi.waitFor(() => expect(name()).toBe('Harbour'), { timeout: 3_000 });
});
