/**
 * A program renames a theme's file by copying it, and removes the first one only later (rsync). In between a person renames
 * the library's folder and chooses it under its new name: the library is still the same one, and the copy becomes the theme
 * as it does after a move, unless somebody works with it by its own ID.
 */
import { mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import { endLibrary, libraryOfOne, northwind, testLibrary } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const mayUse = () => true;

type How =
  | 'moved by Foyer'
  | 'renamed'
  | 'renamed while Foyer was closed'
  | 'renamed while the list of libraries could not be read';

async function copied(how: How, isCopyOpened = false) {
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };
  const disk =
    how === 'renamed while the list of libraries could not be read'
      ? failing('EIO', 'readFrom', (path) => path.includes('libraries.json'))
      : undefined;
  const made = await libraryOfOne({ publications: { [key]: link } }, { mayUse });
  const { folders, document } = made;
  const { id } = document;
  let { library } = made;
  await library.handlers.keepVersion({ id, name: 'As the client signed it' });
  await writeFile(
    join(folders.themes, 'b.json'),
    await readFile(join(folders.themes, 'a.json'), 'utf8'),
  );
  await library.rescan();
  const { themes: both } = await library.handlers.list(undefined);
  expect(both).toHaveLength(2);
  if (isCopyOpened) {
    const copy = both.find((each) => each.id !== id);
    await library.handlers.open({ id: copy?.id ?? '' });
  }

  const renamed = join(folders.root, 'renamed');
  if (how === 'moved by Foyer') await mkdir(renamed);
  else {
    const isClosed = how === 'renamed while Foyer was closed';
    if (isClosed) await endLibrary(library);
    await rename(folders.themes, renamed);
    if (isClosed) ({ library } = testLibrary(folders, { mayUse }));
    if (isClosed) await library.rescan();
  }
  await library.handlers.useFolder({ folder: renamed, move: how === 'moved by Foyer' });
  expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
  await unlink(join(renamed, 'a.json'));
  await library.rescan();
  disk?.heal();
  const { themes } = await library.handlers.list(undefined);
  const [theme] = themes;
  const { versions } = await library.handlers.versions({ id: theme?.id ?? '' });
  return {
    ids: themes.map((each) => each.id === id),
    links: theme?.places.map(({ templateId }) => templateId),
    versions: versions.map(({ name }) => name),
  };
}

it.each([
  'moved by Foyer',
  'renamed',
  'renamed while Foyer was closed',
  'renamed while the list of libraries could not be read',
] as const)(
  'the copy is the theme once the first file goes, where the folder was %s',
  async (how) => {
    expect(await copied(how)).toEqual({
      ids: [true],
      links: ['t'],
      versions: ['As the client signed it'],
    });
  },
);

it.each(['moved by Foyer', 'renamed'] as const)(
  'a copy that was opened stays a theme of its own, where the folder was %s',
  async (how) => {
    expect(await copied(how, true)).toMatchObject({ ids: [false], versions: [] });
  },
);
