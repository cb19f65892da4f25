/**
 * A person names a theme, renames the library's folder in the file manager, and chooses it under its new name: it is the
 * same library, as main knows, and there is no other to switch back to. `Ctrl Z` takes the name back.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { libraryOfOne } from '../../src-main/library/testing/fixture-library';
import { renameTheme } from '../features/themes/theme-actions';
import { installFakeMain } from '../testing/fake-main';
import { layers } from '../ui/layers';
import { undoLatestToast } from '../ui/toast';
import { library } from './library.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

it.each([
  ['the control: its folder has the name that it had', false],
  ['its folder was renamed', true],
])('%s', async (_name, isRenamed) => {
  const {
    folders,
    library: room,
    id,
  } = await libraryOfOne({ name: 'Harbour' }, { mayUse: () => true });
  const main = installFakeMain({ library: room.handlers });
  room.onChange((change) => main.emit('library.changed', change));
  await library.start();
  const name = (): string | undefined => library.themes.find((each) => each.id === id)?.name;
  await renameTheme({ id, name: 'Harbour' }, 'Quay');
  await vi.waitFor(() => expect(name()).toBe('Quay'));
  if (isRenamed) {
    const renamed = join(folders.root, 'renamed');
    const known = room.assertSame();
    await rename(folders.themes, renamed);
    await room.rescan();
    await room.handlers.useFolder({ folder: renamed, move: false });
    await vi.waitFor(() => expect([library.folder, name()]).toEqual([renamed, 'Quay']));
    // Main takes it for the same one.
    known();
  }
  undoLatestToast();
  await vi.waitFor(() => expect(name()).toBe('Harbour'), { timeout: 3_000 });
});
