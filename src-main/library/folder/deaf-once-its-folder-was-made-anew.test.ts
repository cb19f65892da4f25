/**
 * A script or a sync program removes the library's folder and makes it anew at once, as from a backup. Where the disk
 * gives the new one the inode of the old one, as ext4 does, changes on the disk are picked up all the same, while the
 * window stays in front.
 */
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { libraryOfOne, putTheme, themeDocument } from '../testing/fixture-library';

/** Removes the folder and makes it anew, at once; whether the new one has its inode. */
function madeAnew(folder: string, isSame: boolean): boolean {
  const { ino } = statSync(folder);
  rmSync(folder, { recursive: true });
  // A disk gives out the first that is free: folders beside it take those before it, or it itself.
  for (let made = 0; made < 500; made += 1) {
    const beside = join(folder, '..', `made ${String(made)}`);
    mkdirSync(beside);
    if ((statSync(beside).ino === ino) !== isSame) continue;
    renameSync(beside, folder);
    return true;
  }
  return false;
}

/** A library whose folder was made anew. What else makes files at the moment may get the inode: then with another. */
async function libraryMadeAnew(isSame: boolean) {
  for (let tries = 0; tries < 20; tries += 1) {
    const { folders, library } = await libraryOfOne();
    await library.start();
    if (madeAnew(folders.themes, isSame)) return { folders, library };
  }
  throw new Error('The disk gave no folder such an inode.');
}

it.for([
  ['the control: with another inode', false],
  ['with the same inode', true],
] as const)('%s', async ([, isSame]) => {
  const { folders, library } = await libraryMadeAnew(isSame);
  const put = (name: string) => putTheme(folders, `${name}.json`, themeDocument({ name }));
  const areThere = (...all: readonly string[]) =>
    vi.waitFor(async () => {
      const list = await library.handlers.list(undefined);
      expect(list.themes.map(({ name }) => name).sort()).toEqual(all);
    }, 3_000);
  await put('Citrus');
  await areThere('Citrus');
  await put('Fern');
  await areThere('Citrus', 'Fern');
});
