import { copyFile, mkdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themesOnDisk,
  unlinkTheme,
} from '../testing/fixture-library';

const key = publicationKey(northwind);

/** A program that keeps folders the same puts an older file, with its link, over a theme that was unlinked since. */
describe('an older file is put over a theme that was unlinked', () => {
  const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };
  const before = new Date('2026-03-01T13:00:00.000Z');

  it.each(['open', 'closed', 'not looked at until the next start'] as const)(
    'stays unlinked where it is %s',
    async (how) => {
      const { library, folders, document, id } = await libraryOfOne({ publications });
      await library.start();
      await unlinkTheme(library, id, key);
      if (how !== 'open') await endLibrary(library);
      const here = how === 'open' ? library : testLibrary(folders).library;
      if (how === 'closed') await here.start();
      await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
      await utimes(join(folders.themes, 'a.json'), before, before);
      await here.start();
      await here.rescan();
      expect(await here.saved(id)).toMatchObject({ name: 'Theirs', unlinked: { [key]: { t: 1 } } });
      expect((await here.saved(id)).publications).toEqual({});
      await endLibrary(here);
      const [file] = await themesOnDisk(folders);
      expect(file).toMatchObject({
        name: 'Theirs',
        publications: {},
        unlinked: { [key]: { t: 1 } },
      });
      expect(file?.publications).toEqual({});
    },
  );

  it('keeps the template to which it was linked since, though the older one was published later', async () => {
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.start();
    const link = { templateId: 'other', at: '2026-02-01T12:00:00.000Z' };
    await library.setPublication(id, key, link);
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    await utimes(join(folders.themes, 'a.json'), before, before);
    await library.rescan();
    expect((await library.saved(id)).publications).toEqual({ [key]: link });
    expect(await themesOnDisk(folders)).toHaveLength(1);
  });
});

/**
 * The library is on a network disk whose clock is an hour behind. A theme is unlinked there: Foyer is
 * killed before it has written its index, or another computer does it.
 */
describe('a theme is unlinked by a clock that is behind, and linked again', () => {
  const hourMs = 60 * 60 * 1_000;

  it.each([
    ['the control: its clock is right', 'here', 0],
    ['its clock is behind', 'here', hourMs],
    ['the control of another computer: its clock is right', 'elsewhere', 0],
    ['its clock is behind, for another computer', 'elsewhere', hourMs],
  ])('stays unlinked: %s', async (_name, where, behind) => {
    const { library, folders, document, id } = await libraryOfOne();
    const file = join(folders.themes, 'a.json');
    const dated = async (): Promise<void> => {
      const { mtimeMs } = await stat(file);
      const at = new Date(mtimeMs - behind);
      await utimes(file, at, at);
    };
    await library.setPublication(id, key, {
      templateId: 't',
      at: new Date(Date.now() - 60_000).toISOString(),
    });
    await dated();
    await endLibrary(library);
    const next = testLibrary(folders).library;
    expect((await next.current(id)).publications).toMatchObject({ [key]: { templateId: 't' } });
    if (where === 'here') await unlinkTheme(next, id, key);
    else await putTheme(folders, 'a.json', document);
    await dated();
    next.close();
    const last = testLibrary(folders).library;
    await last.start();
    expect((await last.current(id)).publications).toEqual({});
  });
});

/**
 * Two computers keep the library the same by a sync program, which gives files the times that they have on the other one. The
 * clock of one is some minutes behind. A theme that was published on the one is unlinked on the other: it stays unlinked.
 */
describe('a theme is unlinked on a computer with a slow clock', () => {
  const minuteMs = 60_000;

  it.each([
    ['control: both clocks are right', 0, 'open'],
    ['a clock is behind, and the theme is open', 5 * minuteMs, 'open'],
    ['a clock is behind, and the theme is not open', 5 * minuteMs, 'closed'],
  ])('stays unlinked: %s', async (_name, behind, how) => {
    const { library, folders, id } = await libraryOfOne();
    await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
    let here = library;
    if (how === 'closed') {
      await endLibrary(library);
      here = testLibrary(folders).library;
      await here.start();
    }
    const there = await temporaryLibraryFolders();
    await mkdir(there.themes, { recursive: true });
    const [ours, theirs] = [join(folders.themes, 'a.json'), join(there.themes, 'a.json')];
    const sync = async (from: string, to: string, earlier: number): Promise<void> => {
      await copyFile(from, to);
      const { mtimeMs } = await stat(from);
      await utimes(to, new Date(), new Date(mtimeMs - earlier));
    };
    await sync(ours, theirs, 0);
    const other = testLibrary(there).library;
    await unlinkTheme(other, id, key);
    await endLibrary(other);
    expect(await themesOnDisk(there)).toMatchObject([{ publications: {} }]);
    await sync(theirs, ours, behind);
    await here.rescan();
    expect((await here.saved(id)).publications).toEqual({});
  });
});

/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." Two
 * computers share a library. On one, a theme is unlinked from its template, and a backup is made. The other one, whose
 * sync program is behind, restores that backup: the theme is the same, and has its link still. Then the file of the first
 * one comes. Foyer has taken from the backup that the theme was unlinked once, and kept the link: as if somebody had
 * linked it again after that. So the unlinking is lost, and the next save writes over the template that was let go of.
 */
describe('a theme is unlinked on another computer, and restored from its backup here', () => {
  const publications = { [key]: { templateId: 'first', at: '2026-01-01T12:00:00.000Z' } };
  const unlinked = { publications: {}, unlinked: { [key]: { first: 1 } } };
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  it.each([
    ['the control: the backup was not restored', false],
    ['the backup was restored', true],
  ] as const)('stays unlinked: %s', async (_name, isRestored) => {
    const { library, folders, document, id } = await libraryOfOne({ publications });
    const path = join(folders.themes, 'a.json');
    await utimes(path, ago(60), ago(60));
    await library.start();
    if (isRestored) {
      const given = { ...document, ...unlinked };
      expect(await library.putBack(given, 'keepBoth')).toMatchObject({ outcome: 'same' });
    }
    await putTheme(folders, 'a.json', { ...document, ...unlinked });
    await utimes(path, ago(5), ago(5));
    await library.rescan();
    expect((await library.saved(id)).publications).toEqual({});
  });
});
