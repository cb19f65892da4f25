/**
 * A person deletes a theme, chooses a copy of the library, publishes the theme there, and deletes it there as well. Back in
 * the first library they restore it: it was never published from there. A copy is another library, and its theme can be
 * restored with its template.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, themesOnDisk } from '../testing/fixture-library';

const key = publicationKey(northwind);

async function restored(isPublishedInCopy: boolean) {
  const { library, folders, id } = await libraryOfOne({}, { mayUse: () => true });
  await library.handlers.list(undefined);
  const copy = join(folders.root, 'copy');
  await mkdir(copy);
  await copyFile(join(folders.themes, 'a.json'), join(copy, 'a.json'));
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  const { entries } = await library.handlers.remove({ ids: [id] });
  await use(copy);
  await library.handlers.list(undefined);
  if (isPublishedInCopy) {
    const at = new Date().toISOString();
    await library.setPublication(id, key, { templateId: 'of-the-copy', at });
  }
  await library.handlers.remove({ ids: [id] });
  await use(folders.themes);
  await library.handlers.list(undefined);
  const { ids } = await library.handlers.restore({ entries });
  expect(ids).toEqual([id]);
  const [document] = await themesOnDisk(folders);
  return Object.values(document?.publications ?? {}).map(({ templateId }) => templateId);
}

it.each([
  ['control: it wasn’t published there', false],
  ['it was published there', true],
])('has no template where it had none: %s', async (_name, isPublishedInCopy) => {
  expect(await restored(isPublishedInCopy)).toEqual([]);
});
