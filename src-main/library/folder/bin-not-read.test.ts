import { unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { failing, held } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  restarted,
  testLibrary,
  themesOnDisk,
  unlinkTheme,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };
const before = new Date('2026-03-01T13:00:00.000Z');

/**
 * A theme was unlinked from its template, and deleted. As an older file of it is put back by hand, what the bin has of it
 * can't be read for a moment (a virus scanner has it). Once it can be read, the theme is unlinked after all.
 */
describe('an older file is put back while the bin can’t be read for a moment', () => {
  it.each(['never (the control)', 'for a moment'] as const)(
    'is unlinked: not read %s',
    async (how) => {
      const { library, folders, document, id } = await libraryOfOne({ publications });
      await library.start();
      await unlinkTheme(library, id, key);
      await library.handlers.remove({ ids: [id] });
      await putTheme(folders, 'a.json', document);
      await utimes(join(folders.themes, 'a.json'), before, before);
      const scanner =
        how === 'for a moment'
          ? failing('EBUSY', 'readFrom', (path) => path.startsWith(join(folders.profile, 'bin')))
          : undefined;
      await library.rescan();
      scanner?.heal();
      await library.rescan();
      expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
      await endLibrary(library);
      const after = testLibrary(folders).library;
      await after.start();
      expect((await after.saved(id)).publications).toEqual({});
    },
  );
});

/**
 * As above, but the disk says `EACCES`, as Windows does of what a virus scanner or a sync program holds
 * (`while-busy.ts`), for longer than a moment. Once the bin can be read, the theme is unlinked after all, and is
 * linked to what it was linked to.
 */
describe('an older file is put back while the bin is refused for longer', () => {
  it.each([
    ['EBUSY', 'unlinked'],
    ['EBUSY', 'published'],
    ['EACCES', 'unlinked'],
    ['EACCES', 'published'],
  ] as const)('with %s it is %s', async (code, what) => {
    const { library, folders, document, id } = await libraryOfOne(
      what === 'unlinked' ? { publications } : {},
    );
    await library.start();
    if (what === 'unlinked') await unlinkTheme(library, id, key);
    else await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
    await library.handlers.remove({ ids: [id] });
    await putTheme(folders, 'a.json', document);
    await utimes(join(folders.themes, 'a.json'), before, before);
    const scanner = failing(code, 'readFrom', (path) =>
      path.startsWith(join(folders.profile, 'bin')),
    );
    await library.rescan();
    scanner.heal();
    await library.rescan();
    const after = await restarted(folders, library);
    await after.start();
    expect((await after.saved(id)).publications[key]?.templateId).toBe(
      what === 'unlinked' ? undefined : 't',
    );
  });
});

/**
 * A theme was unlinked and deleted, and its older file came back while a scanner held the bin. Whatever becomes of that
 * file then, the theme is unlinked once the bin can be read.
 */
describe('what becomes of an older file that came back', () => {
  it.each([
    'it stays',
    'a still older one is put over it',
    'it goes away, and comes back',
  ] as const)('is unlinked: %s', async (what) => {
    const { library, folders, document, id } = await libraryOfOne({ publications });
    const file = join(folders.themes, 'a.json');
    const comesBack = async (minute: number, name = document.name) => {
      await putTheme(folders, 'a.json', { ...document, name });
      await utimes(file, ...at(minute));
    };
    await library.start();
    await unlinkTheme(library, id, key);
    await library.handlers.remove({ ids: [id] });
    await comesBack(10);
    const scanner = failing('EBUSY', 'readFrom', (path) =>
      path.startsWith(join(folders.profile, 'bin')),
    );
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map((each) => each.id)).toEqual([id]);
    await library.flush();
    await endLibrary(library);
    scanner.heal();
    if (what === 'a still older one is put over it') await comesBack(5, 'Older');
    const after = testLibrary(folders).library;
    if (what === 'it goes away, and comes back') {
      await putTheme(folders, 'other.json', { ...document, id: 'other', publications: {} });
      await unlink(file);
      await after.start();
      await comesBack(10);
      await after.rescan();
    } else await after.start();
    expect((await after.saved(id)).publications).toEqual({});
  });

  function at(minute: number): [Date, Date] {
    const time = new Date(Date.UTC(2026, 2, 1, 13, minute));
    return [time, time];
  }
});

/**
 * A theme was unlinked and deleted, and its older file came back while a scanner held the bin for a moment. It is deleted
 * again; once the scanner is done the file comes back once more, or that deletion is undone: it stays unlinked.
 */
describe('a theme that came back is deleted again', () => {
  it.each([
    ['never (the control)', 'the file comes back'],
    ['never (the control)', 'it is undone'],
    ['for a moment', 'the file comes back'],
    ['for a moment', 'it is undone'],
  ] as const)('is unlinked: not read %s, and %s', async (how, then) => {
    const { library, folders, document, id } = await libraryOfOne({ publications });
    const comesBack = async () => {
      await putTheme(folders, 'a.json', document);
      await utimes(join(folders.themes, 'a.json'), before, before);
    };
    await library.start();
    await unlinkTheme(library, id, key);
    await library.handlers.remove({ ids: [id] });
    await comesBack();
    const scanner =
      how === 'for a moment'
        ? failing('EBUSY', 'readFrom', (path) => path.startsWith(join(folders.profile, 'bin')))
        : undefined;
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
    const { entries } = await library.handlers.remove({ ids: [id] });
    scanner?.heal();
    if (then === 'it is undone') await library.handlers.restore({ entries });
    else await comesBack();
    await library.rescan();
    expect((await library.saved(id)).publications).toEqual({});
  });
});

/**
 * A deleted theme's file from before it was published, or before it was unlinked, comes back while a scanner holds what the
 * bin has of it. A person types a name for it in these seconds. Once the scanner is done the theme has the links that it
 * had when it was deleted.
 */
describe('a theme that came back is edited', () => {
  it.each([
    ['published', false],
    ['unlinked', false],
    ['published', true],
    ['unlinked', true],
  ] as const)('is as it was deleted, %s: the bin is held %s', async (what, isHeld) => {
    const { library, folders, document, id } = await libraryOfOne(
      what === 'unlinked' ? { publications } : {},
    );
    await library.start();
    if (what === 'unlinked') await unlinkTheme(library, id, key);
    else await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
    await library.handlers.remove({ ids: [id] });
    await putTheme(folders, 'a.json', document);
    await utimes(join(folders.themes, 'a.json'), before, before);
    const scanner = isHeld
      ? failing('EBUSY', 'readFrom', (path) => path.startsWith(join(folders.profile, 'bin')))
      : undefined;
    await library.rescan();
    await library.handlers.rename({ id, name: 'Lighthouse' });
    await library.saved(id);
    scanner?.heal();
    await library.flush();
    await library.rescan();
    const { name, publications: links } = await library.saved(id);
    expect(name).toBe('Lighthouse');
    expect(links[key]?.templateId).toBe(what === 'unlinked' ? undefined : 't');
  });
});

/**
 * A theme was published and deleted, and its file from before it was published came back (a sync program) while a scanner
 * held what the bin has of it. It is deleted once more. Once the scanner is done, whichever way the theme comes back, it is
 * linked to its template: published, it would be saved a second time otherwise.
 */
describe('a published theme that came back is deleted once more', () => {
  it.each([
    ['never (the control)', 'is undone'],
    ['never (the control)', 'is followed by that file once more'],
    ['for a moment', 'is undone'],
    ['for a moment', 'is followed by that file once more'],
  ] as const)('is linked: the bin is not read %s, the second deletion %s', async (how, what) => {
    const { library, folders, document, id } = await libraryOfOne();
    const file = join(folders.themes, 'a.json');
    const comesBack = async () => {
      await putTheme(folders, 'a.json', document);
      await utimes(file, before, before);
    };
    await library.start();
    await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
    await library.handlers.remove({ ids: [id] });
    await comesBack();
    const scanner =
      how === 'for a moment'
        ? failing('EBUSY', 'readFrom', (path) => path.startsWith(join(folders.profile, 'bin')))
        : undefined;
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
    const { entries } = await library.handlers.remove({ ids: [id] });
    scanner?.heal();
    await unlink(file).catch(() => undefined);
    if (what === 'is undone') await library.handlers.restore({ entries });
    else await comesBack();
    await library.rescan();
    expect((await library.saved(id)).publications[key]?.templateId).toBe('t');
  });
});

/**
 * Themes that lie in the bin were put back from a backup. Two seconds later the list of files is brought up to date, for
 * which the bin is read; that takes its time where the disk is slow, or the bin large. A theme that a person deletes
 * meanwhile stays deleted.
 */
describe('a theme is deleted while the bin is read', () => {
  it('leaves a theme deleted', async () => {
    const { library, folders, document, id } = await libraryOfOne();
    const names = async () =>
      (await library.handlers.list(undefined)).themes.map(({ name }) => name);
    await library.handlers.remove({ ids: [id] });
    await library.putBack(document, 'keepBoth');
    const bin = held('readFrom', (path) => /[\\/]profile[\\/]bin[\\/]/u.test(path));
    await bin.isReached;
    await library.handlers.remove({ ids: [id] });
    expect(await names()).toEqual([]);
    bin.letGo();
    await library.flush();
    expect(await themesOnDisk(folders)).toEqual([]);
    // Not even a look at the folder (the window gets the focus) would let it go.
    await library.rescan();
    expect(await names()).toEqual([]);
  });
});
