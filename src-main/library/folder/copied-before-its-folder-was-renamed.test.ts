/**
 * A program renames a theme's file by copying it, and removes the first one only later (rsync). In between a person renames
 * the library's folder and chooses it under its new name: "a library whose folder you renamed is still the same one", and
 * "a theme keeps its ID, links and history … when it is renamed by copying with a restart in between …, right before a
 * move of the library".
 */
import { mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { endLibrary, libraryOfOne, northwind, testLibrary } from '../testing/fixture-library';

const key = publicationKey(northwind);

async function after(how: 'moved by Foyer' | 'renamed' | 'renamed while Foyer was closed') {
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };
  const made = await libraryOfOne({ publications: { [key]: link } }, { mayUse: () => true });
  const { folders, document } = made;
  const { id } = document;
  let { library } = made;
  await library.handlers.keepVersion({ id, name: 'As the client signed it' });
  await writeFile(
    join(folders.themes, 'b.json'),
    await readFile(join(folders.themes, 'a.json'), 'utf8'),
  );
  await library.rescan();
  expect((await library.handlers.list(undefined)).themes).toHaveLength(2);

  const renamed = join(folders.root, 'renamed');
  if (how === 'moved by Foyer') await mkdir(renamed);
  else {
    if (how !== 'renamed') await endLibrary(library);
    await rename(folders.themes, renamed);
    if (how !== 'renamed') {
      ({ library } = testLibrary(folders, { mayUse: () => true }));
      await library.rescan();
    }
  }
  await library.handlers.useFolder({ folder: renamed, move: how === 'moved by Foyer' });
  expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
  await unlink(join(renamed, 'a.json'));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const [theme] = themes;
  const { versions } = await library.handlers.versions({ id: theme?.id ?? '' });
  return {
    ids: themes.map((each) => each.id === id),
    links: theme?.places.map(({ templateId }) => templateId),
    versions: versions.map(({ name }) => name),
  };
}

it.each(['moved by Foyer', 'renamed', 'renamed while Foyer was closed'] as const)(
  'the copy is the theme once the first file goes, where the folder was %s',
  async (how) => {
    expect(await after(how)).toEqual({
      ids: [true],
      links: ['t'],
      versions: ['As the client signed it'],
    });
  },
);
