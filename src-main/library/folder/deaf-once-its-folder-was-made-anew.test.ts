/**
 * A script or a sync program removes the library's folder and makes it anew at once, as from a backup. Where the disk
 * gives the new one the inode of the old one, as ext4 does, changes on the disk are picked up all the same, while the
 * window stays in front.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { libraryOfOne, putTheme, themeDocument } from '../testing/fixture-library';

it.for([
  ['the control: with another inode', false],
  ['with the same inode', true],
] as const)('%s', async ([, isSame], { skip }) => {
  const { folders, library } = await libraryOfOne();
  await library.start();
  const { themes } = folders;
  const put = (name: string) => putTheme(folders, `${name}.json`, themeDocument({ name }));
  const areThere = (...all: readonly string[]) =>
    vi.waitFor(async () => {
      const list = await library.handlers.list(undefined);
      expect(list.themes.map(({ name }) => name).sort()).toEqual(all);
    }, 3_000);
  const before = statSync(themes).ino;
  rmSync(themes, { recursive: true });
  if (!isSame) mkdirSync(`${themes} before`);
  mkdirSync(themes);
  // Where the disk gives out inodes otherwise, there is nothing to be seen.
  if (isSame && statSync(themes).ino !== before) skip();
  await put('Citrus');
  await areThere('Citrus');
  await put('Fern');
  await areThere('Citrus', 'Fern');
});
