/** What a newer Foyer wrote for the library, in its folder and in the profile, stays as it is. */
import { copyFile, rename, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  northwind,
  onDay,
  putTheme,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from './testing/fixture-library';

const key = publicationKey(northwind);
const publication = { templateId: 'given', at: '2026-01-02T00:00:00.000Z' };

/** All files under a folder, by path, with what is in them. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) Object.assign(found, await filesIn(path));
    else found[path] = await readFile(path, 'utf8');
  }
  return found;
}

/** A theme in the bin, and the path of its entry. */
async function binned(folders: LibraryFolders, document: { id: string }): Promise<string> {
  await putTheme(folders, 'a.json', document);
  const { library } = testLibrary(folders, { now: onDay(0) });
  await library.handlers.remove({ ids: [document.id] });
  await endLibrary(library);
  const [name = ''] = await readdir(join(folders.profile, 'bin'));
  return join(folders.profile, 'bin', name);
}

/** Raises the number of a JSON file's format, as a newer Foyer would; resolves with its text. */
async function madeNewer(path: string, changes: object = {}): Promise<string> {
  const { foyerChecksum: _old, ...content } = JSON.parse(await readFile(path, 'utf8')) as {
    foyerChecksum?: string;
  };
  const text = JSON.stringify({ ...content, ...changes, format: 99 });
  await writeFile(path, text);
  return text;
}

describe('a theme of a newer Foyer in the bin', () => {
  const newer = () => ({
    ...themeDocument({ name: 'Later' }),
    format: 2,
    publications: { elsewhere: { template: { id: 'theirs' } } },
    wonder: [1],
  });

  it('is not rewritten as one of this format when a publication is answered', async () => {
    const folders = await temporaryLibraryFolders();
    const document = newer();
    const path = await binned(folders, document);
    const before = await readFile(path, 'utf8');
    const { library } = testLibrary(folders, { now: onDay(1) });
    await expect(library.setPublication(document.id, key, publication)).rejects.toMatchObject({
      problem: { code: 'themeReadOnly' },
    });
    expect(await readFile(path, 'utf8')).toBe(before);
    const [binnedTheme] = (await library.handlers.bin(undefined)).themes;
    expect(binnedTheme?.name).toBe('Later');
    await library.handlers.restore({ entries: [binnedTheme?.entry ?? ''] });
    expect(JSON.parse(await readFile(join(folders.themes, 'a.json'), 'utf8'))).toEqual(document);
  });

  it('is not let go of by days alone', async () => {
    const folders = await temporaryLibraryFolders();
    const path = await binned(folders, newer());
    for (const days of [10, 20, 29, 40, 50]) {
      const { library } = testLibrary(folders, { now: onDay(days) });
      await library.start();
      await endLibrary(library);
    }
    expect(await readFile(path, 'utf8')).toContain('wonder');
  });
});

describe('an entry of the bin that a newer Foyer wrote', () => {
  it('takes no publication, and counts as a deletion that is there: the history stays', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    const first = testLibrary(folders, { now: onDay(0) }).library;
    await first.handlers.keepVersion({ id, name: 'For good' });
    const { entries } = await first.handlers.remove({ ids: [id] });
    const theirs = join(folders.profile, 'bin', `${entries[0] ?? ''}.json`);
    const text = await madeNewer(theirs);
    await expect(first.setPublication(id, key, publication)).rejects.toMatchObject({
      problem: { code: 'storageNewer' },
    });
    // Back from elsewhere, and deleted once more, for good.
    await putTheme(folders, 'a.json', document);
    await first.rescan();
    const again = await first.handlers.remove({ ids: [id] });
    await first.handlers.discard({ entries: again.entries });
    expect((await first.handlers.versions({ id })).versions).toMatchObject([{ name: 'For good' }]);
    expect(await readFile(theirs, 'utf8')).toBe(text);
    expect((await first.handlers.bin(undefined)).themes).toEqual([]);
  });
});

describe('versions that a newer Foyer kept', () => {
  it('are neither deleted nor renamed, nor gone with their theme', async () => {
    const { folders, library, id } = await libraryOfOne({}, { now: onDay(0) });
    const { handlers } = library;
    await handlers.keepVersion({ id, name: 'One' });
    const [path = '', text = ''] =
      Object.entries(await filesIn(join(folders.profile, 'history')))[0] ?? [];
    const theirs = text.replace('{"format":1,', '{"format":2,"more":true,');
    await writeFile(path, theirs);
    const newer = { problem: { code: 'storageNewer', files: ['history'] } };
    await expect(handlers.removeVersion({ id, version: 1 })).rejects.toMatchObject(newer);
    await expect(handlers.nameVersion({ id, version: 1, name: 'Mine' })).rejects.toMatchObject(
      newer,
    );
    const { entries } = await handlers.remove({ ids: [id] });
    await handlers.discard({ entries });
    expect(await readFile(path, 'utf8')).toBe(theirs);
  });
});

describe('a theme that a newer Foyer writes while it is open here', () => {
  it('stays as that one wrote it, and what was typed here is kept beside', async () => {
    const { folders, library, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
    await library.handlers.open({ id });
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    const theirs = { ...document, format: 2, wonder: [1] };
    await putTheme(folders, 'a.json', theirs);
    await library.rescan();
    await library.flush();
    const contents = Object.values(await filesIn(folders.themes)).map(
      (text) => JSON.parse(text) as { format: number; theme: { general: { font?: string } } },
    );
    expect(contents).toHaveLength(2);
    expect(contents.find(({ format }) => format === 2)).toEqual(theirs);
    expect(contents.find(({ format }) => format === 1)?.theme.general.font).toBe('Lora');
  });

  it('is copied into another library folder as it is', async () => {
    const folders = await temporaryLibraryFolders();
    await putTheme(folders, 'a.json', { ...themeDocument(), format: 2, wonder: [1] });
    const before = await readFile(join(folders.themes, 'a.json'), 'utf8');
    const to = join(folders.root, 'elsewhere');
    await mkdir(to);
    const { library } = testLibrary(folders, { mayUse: () => true });
    await library.handlers.useFolder({ folder: to, move: true });
    expect(await readFile(join(to, 'a.json'), 'utf8')).toBe(before);
  });
});

describe('the library with documents of a newer Foyer in the profile', () => {
  it('opens, works, and changes none of them', async () => {
    const folders = await temporaryLibraryFolders();
    const [one, other] = [themeDocument({ name: 'One' }), themeDocument({ name: 'Other' })];
    await putTheme(folders, 'one.json', one);
    await putTheme(folders, 'other.json', other);
    const first = testLibrary(folders, { now: onDay(0) }).library;
    await first.handlers.remove({ ids: [other.id] });
    await endLibrary(first);
    const { profile } = folders;
    await writeFile(join(profile, 'library-move.json'), '{"format": 9, "moves": []}');
    await madeNewer(join(profile, 'bin-visits.json'));
    const index = await readFile(join(profile, 'library-index.jsonl'), 'utf8');
    const [header = ''] = index.split('\n', 1);
    const json = header.slice(17).replace('"format":2', '"format":3');
    const { createHash } = await import('node:crypto');
    const sum = createHash('sha1').update(json).digest('hex').slice(0, 16);
    await writeFile(join(profile, 'library-index.jsonl'), `${sum} ${json}\nwhat comes next\n`);
    const before = await filesIn(profile);

    const { library } = testLibrary(folders, { now: onDay(40) });
    const { handlers } = library;
    expect((await handlers.list(undefined)).themes).toMatchObject([{ name: 'One' }]);
    await handlers.rename({ id: one.id, name: 'Changed' });
    // Nobody knows how many days have passed.
    expect((await handlers.bin(undefined)).themes).toMatchObject([{ name: 'Other', daysLeft: 30 }]);
    await endLibrary(library);
    expect(await filesIn(profile)).toMatchObject(before);
  });

  it('is not written by a Foyer that never looked at it, as one that runs a command is', async () => {
    const folders = await temporaryLibraryFolders();
    const index = join(folders.profile, 'library-index.jsonl');
    await writeFile(index, 'what a newer Foyer, or this one, knew of the library');
    const { library } = testLibrary(folders);
    await endLibrary(library);
    expect(await readFile(index, 'utf8')).toContain('newer');
  });

  it('gives no file another id while only a newer Foyer knows what it moves', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    await putTheme(folders, 'b.json', document);
    await writeFile(join(folders.profile, 'library-move.json'), '{"format": 9, "moves": []}');
    const before = await filesIn(folders.themes);
    const { library } = testLibrary(folders);
    const { themes, unreadable } = await library.handlers.list(undefined);
    expect(themes).toHaveLength(1);
    expect(unreadable).toMatchObject([{ problem: { damage: { reason: 'sameId' } } }]);
    expect(await filesIn(folders.themes)).toEqual(before);
  });

  it('nor back the one that it had, where a copy was put over its theme’s file', async () => {
    const folders = await temporaryLibraryFolders();
    await putTheme(folders, 'a.json', themeDocument());
    await putTheme(folders, 'other.json', themeDocument({ name: 'Other' }));
    const path = (file: string): string => join(folders.themes, file);
    const first = testLibrary(folders).library;
    await first.start();
    await copyFile(path('a.json'), path('b.json'));
    await first.rescan();
    await endLibrary(first);
    await rename(path('b.json'), path('a.json'));
    await writeFile(join(folders.profile, 'library-move.json'), '{"format": 9, "moves": []}');
    const before = await filesIn(folders.themes);
    const { library } = testLibrary(folders);
    expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
    expect(await filesIn(folders.themes)).toEqual(before);
  });
});
