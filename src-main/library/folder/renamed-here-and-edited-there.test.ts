/**
 * Two computers keep the library the same by a sync program. While they can't reach each other, a person renames a
 * theme's file on one, and the theme is edited on the other. Then each gets the other's file, and what Foyer makes of it.
 */
import { copyFile, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  libraryOfOne,
  northwind,
  temporaryLibraryFolders,
  testLibrary,
  type LibraryFolders,
} from '../testing/fixture-library';

const key = publicationKey(northwind);

/** A sync program has read a file to send it; what it gives puts it on the other computer, with its time. */
async function sent(file: string, from: LibraryFolders, to: LibraryFolders) {
  const part = join(to.root, `${file}.part`);
  await copyFile(join(from.themes, file), part);
  const { mtime } = await stat(join(from.themes, file));
  await utimes(part, mtime, mtime);
  return () => rename(part, join(to.themes, file));
}

async function brings(file: string, from: LibraryFolders, to: LibraryFolders): Promise<void> {
  await (
    await sent(file, from, to)
  )();
}

it('the theme keeps its template, its history and its id', async () => {
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };
  const first = await libraryOfOne({ publications: { [key]: link } });
  const { library: one, folders: here, id } = first;
  const there = await temporaryLibraryFolders();
  await brings('a.json', here, there);
  const two = testLibrary(there).library;
  await one.start();
  await two.start();
  await one.handlers.keepVersion({ id, name: 'Kept' });

  await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await one.rescan();
  await two.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await two.saved(id);
  // The file that was changed there stays, and the new one comes.
  await brings('a.json', there, here);
  await brings('b.json', here, there);
  await Promise.all([one.rescan(), two.rescan()]);

  // Either Foyer took what came for a second theme and wrote that: so it is sent as well.
  const both = [await sent('a.json', here, there), await sent('b.json', there, here)];
  for (const arrives of both) await arrives();
  await Promise.all([one.rescan(), two.rescan()]);

  for (const library of [one, two]) {
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toHaveLength(2);
    const templates = themes.flatMap(({ places }) => places.map(({ templateId }) => templateId));
    expect(templates.filter((each) => each !== undefined)).toEqual(['t']);
    expect(themes.map((each) => each.id)).toContain(id);
  }
});
