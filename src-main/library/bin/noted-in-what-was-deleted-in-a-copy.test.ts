/**
 * A theme is published and deleted while its answer is still on its way; then a person looks at a copy of the library and
 * deletes the theme there as well. "If a publication is answered after you chose a copy of the library, it isn't recorded
 * in the copy, but in the library it came from once you open that again."
 */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { libraryOfOne, northwind } from '../testing/fixture-library';

const key = publicationKey(northwind);

async function templates(isDeletedInCopy: boolean) {
  const { library, folders, id } = await libraryOfOne({}, { mayUse: () => true });
  await library.handlers.list(undefined);
  const copy = join(folders.root, 'copy');
  await mkdir(copy);
  await copyFile(join(folders.themes, 'a.json'), join(copy, 'a.json'));
  const use = async (folder: string) => {
    await library.handlers.useFolder({ folder, move: false });
    await library.handlers.list(undefined);
  };
  const templatesIn = async (folder: string) => {
    const { publications } = JSON.parse(
      await readFile(join(folder, 'a.json'), 'utf8'),
    ) as ThemeDocument;
    return Object.values(publications).map(({ templateId }) => templateId);
  };
  const assertSame = library.assertSame();
  const here = await library.handlers.remove({ ids: [id] });
  await use(copy);
  const there = isDeletedInCopy ? await library.handlers.remove({ ids: [id] }) : { entries: [] };
  // The answer comes: it waits until its own library is there again.
  const publication = { templateId: 'made', at: new Date().toISOString(), attempt: 'one' };
  const note = () => library.setPublication(id, key, publication, [null], assertSame);
  await expect(note()).rejects.toMatchObject({ problem: { code: 'libraryReplaced' } });
  await use(folders.themes);
  await note();
  await library.handlers.restore({ entries: here.entries });
  await use(copy);
  await library.handlers.restore({ entries: there.entries });
  return { own: await templatesIn(folders.themes), copy: await templatesIn(copy) };
}

it.each([
  ['control: it is not deleted there', false],
  ['it is deleted there', true],
])('is of the library that it was published from: %s', async (_name, isDeletedInCopy) => {
  expect(await templates(isDeletedInCopy)).toEqual({ own: ['made'], copy: [] });
});
