/**
 * A person moves the library to a stick, or from a share, which goes away in the middle: the move is refused, and what was
 * copied by then can't be taken away. It is there again, they go on with their themes, and move once more, at once or after
 * a start of Foyer. They have the themes that they had, and none of them twice.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, putTheme, testLibrary, themeDocument } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

type Folders = Record<'old' | 'other', string>;
type Faults = readonly ReturnType<typeof failing>[];

const isIn = (folder: string, path: string): boolean => path.startsWith(join(folder, '/'));

/** In the middle: the first theme is copied. */
const isOnceCopied =
  ({ other }: Folders, folder: string) =>
  (path: string) =>
    isIn(folder, path) && existsSync(join(other, 'a.json'));

/** The first is by which the two folders are told apart, and the second the copy of the first theme. */
function isLaterWrite(folder: string) {
  let written = 0;
  return (path: string) => isIn(folder, path) && path.endsWith('.tmp') && (written += 1) > 2;
}

const control = (folders: Folders): Faults => [
  failing('ENOSPC', 'writeTo', isOnceCopied(folders, folders.other)),
];
const newGone = ({ other }: Folders): Faults => [
  failing('EIO', 'writeTo', isLaterWrite(other)),
  failing('EIO', 'rename', (path) => isIn(other, path)),
];
const oldGone = (folders: Folders): Faults => [
  failing('EIO', 'stat', isOnceCopied(folders, folders.old)),
  failing('EIO', 'readFrom', isOnceCopied(folders, folders.old)),
];

it.each<[string, string, (folders: Folders) => Faults, boolean]>([
  ['the control: the new folder’s disk is full', 'at once', control, false],
  ['the control: the new folder’s disk is full', 'after a start', control, true],
  ['the new folder’s disk is taken out', 'at once', newGone, false],
  ['the new folder’s disk is taken out', 'after a start', newGone, true],
  ['the old folder’s disk goes away', 'at once', oldGone, false],
  ['the old folder’s disk goes away', 'after a start', oldGone, true],
])('%s, and the library is moved again %s', async (_why, _when, breakOff, isStartedAnew) => {
  const { library, folders, id } = await libraryOfOne({}, { mayUse: () => true });
  await putTheme(folders, 'b.json', themeDocument({ name: 'Second' }));
  await library.start();
  const other = join(folders.root, 'other');
  await mkdir(other);
  const move = (of: typeof library) => of.handlers.useFolder({ folder: other, move: true });
  const faults = breakOff({ old: folders.themes, other });
  await expect(move(library)).rejects.toMatchObject({ problem: {} });
  for (const { heal } of faults) heal();
  await library.handlers.rename({ id, name: 'Harbour by night' });
  if (isStartedAnew) {
    await library.flush();
    library.close();
  }
  const next = isStartedAnew ? testLibrary(folders, { mayUse: () => true }).library : library;
  await next.handlers.list(undefined);
  const { kept } = await move(next);
  const { themes } = await next.handlers.list(undefined);
  expect({ names: themes.map(({ name }) => name).sort(), kept }).toEqual({
    names: ['Harbour by night', 'Second'],
    kept: 0,
  });
});
