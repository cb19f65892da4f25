/**
 * Two computers keep the library the same by a sync program. On one, offline, a person edits a published theme and renames
 * its file; nothing is done on the other, on which Foyer runs. The program sends the new file, and then that the old one is
 * gone; then what Foyer wrote there.
 */
import { copyFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  libraryOfOne,
  northwind,
  temporaryLibraryFolders,
  testLibrary,
  type LibraryFolders,
} from '../testing/fixture-library';

const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

async function brings(file: string, from: LibraryFolders, to: LibraryFolders): Promise<void> {
  const part = join(to.root, `${file}.part`);
  await copyFile(join(from.themes, file), part);
  await rename(part, join(to.themes, file));
}

/** The templates that its themes would be published to. */
async function templatesOf(library: Library): Promise<(string | undefined)[]> {
  const { themes } = await library.handlers.list(undefined);
  return themes.flatMap(({ places }) => places.map(({ templateId }) => templateId));
}

it('is the same theme on both, with its template', async () => {
  const first = await libraryOfOne({ publications: { [publicationKey(northwind)]: link } });
  const { library: one, folders: here, id } = first;
  const there = await temporaryLibraryFolders();
  await brings('a.json', here, there);
  const two = testLibrary(there).library;
  await one.start();
  await two.start();

  await one.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await one.saved(id);
  await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await one.rescan();
  expect(await templatesOf(one)).toEqual(['t']);

  await brings('b.json', here, there);
  await two.rescan();
  await unlink(join(there.themes, 'a.json'));
  await two.rescan();
  await brings('b.json', there, here);
  await one.rescan();

  expect(await templatesOf(two)).toEqual(['t']);
  expect(await templatesOf(one)).toEqual(['t']);
});
