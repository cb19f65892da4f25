/**
 * Two computers keep the library the same by a sync program, and a person renames a theme's file on one of them, or on both.
 * The program brings the new file before it takes the old one away, and later what each Foyer made of that.
 */
import { copyFile, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  libraryOfOne,
  northwind,
  temporaryLibraryFolders,
  testLibrary,
  themeFiles,
  type LibraryFolders,
} from '../testing/fixture-library';

const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

/** Both have the one theme in `a.json`, which is linked to a template. */
async function twoComputers() {
  const first = await libraryOfOne({ publications: { [publicationKey(northwind)]: link } });
  const there = await temporaryLibraryFolders();
  await brings('a.json', first.folders, there);
  const two = testLibrary(there).library;
  await first.library.start();
  await two.start();
  return { one: first.library, two, here: first.folders, there, id: first.id };
}

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

/** Its themes, and the templates that they would be published to. */
async function held(library: Library) {
  const { themes } = await library.handlers.list(undefined);
  const templates = themes.flatMap(({ places }) => places.map(({ templateId }) => templateId));
  return {
    ids: themes.map((each) => each.id),
    templates: templates.filter((each) => each !== undefined),
  };
}

async function textsOf(folders: LibraryFolders): Promise<Map<string, string>> {
  const names = await themeFiles(folders);
  const read = names.map(
    async (name) => [name, await readFile(join(folders.themes, name), 'utf8')] as const,
  );
  return new Map(await Promise.all(read));
}

async function put(folders: LibraryFolders, file: string, text: string): Promise<void> {
  const part = join(folders.root, `${file}.part`);
  await writeFile(part, text);
  await rename(part, join(folders.themes, file));
}

async function edited(library: Library, id: string): Promise<void> {
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await library.saved(id);
}

it.each([false, true])(
  'a theme that was edited as well keeps its id and its template on both (open over there: %s)',
  async (isOpen) => {
    const { one, two, here, there, id } = await twoComputers();
    if (isOpen) await two.handlers.open({ id });
    await edited(one, id);
    await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
    await one.rescan();

    await brings('b.json', here, there);
    await two.rescan();
    await unlink(join(there.themes, 'a.json'));
    await two.rescan();
    await brings('b.json', there, here);
    await one.rescan();

    for (const library of [one, two]) {
      expect(await held(library)).toEqual({ ids: [id], templates: ['t'] });
      const { theme } = await library.handlers.open({ id });
      expect(theme.general.font).toBe('Lora');
    }
  },
);

it('a theme that is edited on the other keeps its id and its template there', async () => {
  const { one, two, here, there, id } = await twoComputers();
  await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await one.rescan();
  await edited(two, id);
  // The file that was changed there stays, and the new one comes.
  await brings('a.json', there, here);
  await brings('b.json', here, there);
  await Promise.all([one.rescan(), two.rescan()]);

  // Either Foyer took what came for a second theme and wrote that: so it is sent as well.
  const both = [await sent('a.json', here, there), await sent('b.json', there, here)];
  for (const arrives of both) await arrives();
  await Promise.all([one.rescan(), two.rescan()]);
  await brings('a.json', here, there);
  await two.rescan();

  for (const library of [one, two]) {
    const { ids, templates } = await held(library);
    expect(ids).toHaveLength(2);
    expect(ids).toContain(id);
    expect(templates).toEqual(['t']);
    const { theme } = await library.handlers.open({ id });
    expect(theme.general.font).toBe('Lora');
  }
});

it('comes to rest where it was renamed on both', async () => {
  const { one, two, here, there, id } = await twoComputers();
  await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await rename(join(there.themes, 'a.json'), join(there.themes, 'c.json'));
  await Promise.all([one.rescan(), two.rescan()]);

  // What the sync program last knew to be the same; the file of the first name is gone on both.
  const same = new Map<string, string>();
  const sentInAll: number[] = [];
  for (let round = 1; round <= 12; round += 1) {
    const changed = (texts: Map<string, string>) =>
      [...texts].filter(([file, text]) => same.get(file) !== text);
    const [toThere, toHere] = [changed(await textsOf(here)), changed(await textsOf(there))];
    sentInAll.push(toThere.length + toHere.length);
    for (const [file, text] of [...toThere, ...toHere]) same.set(file, text);
    for (const [file, text] of toThere) await put(there, file, text);
    for (const [file, text] of toHere) await put(here, file, text);
    await Promise.all([one.rescan(), two.rescan()]);
  }

  expect(sentInAll.at(-1)).toBe(0);
  expect(await textsOf(here)).toEqual(await textsOf(there));
  for (const library of [one, two]) {
    const { ids, templates } = await held(library);
    expect(ids).toContain(id);
    expect(templates).toEqual(['t']);
  }
});
