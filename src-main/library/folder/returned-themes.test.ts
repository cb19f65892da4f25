import { copyFile, readFile, rm, unlink, utimes, writeFile } from 'node:fs/promises';
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
  themeDocument,
  unlinkTheme,
} from '../testing/fixture-library';

const key = publicationKey(northwind);

/** Themes that come back beside what took their place meanwhile. */
describe('a theme comes back beside what took its place', () => {
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  /** A theme with a link and a named version, and how its file is damaged and mended by hand. */
  async function slipped() {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument({ name: 'Newest', publications });
    await putTheme(folders, 'z.json', document);
    const { library } = testLibrary(folders);
    await library.handlers.keepVersion({ id: document.id, name: 'Kept' });
    const path = join(folders.themes, 'z.json');
    const text = await readFile(path, 'utf8');
    const damage = async () => {
      await writeFile(path, text.slice(0, -3));
      await library.rescan();
    };
    return { folders, library, document, damage, mend: () => writeFile(path, text) };
  }

  describe('a theme whose file is damaged by a slip of a hand', () => {
    it('keeps its id and link when a backup is restored before it is mended', async () => {
      const { library, document, damage, mend } = await slipped();
      await damage();
      const restored = await library.putBack({ ...document, name: 'Of last month' }, 'keepBoth');
      expect(restored).toMatchObject({ outcome: 'unread', problem: { code: 'fileDamaged' } });
      await mend();
      await library.rescan();
      expect((await library.handlers.list(undefined)).themes).toMatchObject([
        { id: document.id, name: 'Newest', places: [{ templateId: 't' }] },
      ]);
    });

    it('keeps them when an older copy is put beside it by hand', async () => {
      for (const isRestarted of [false, true]) {
        const { folders, library: first, document, damage, mend } = await slipped();
        await damage();
        let library = first;
        if (isRestarted) {
          await endLibrary(first);
          ({ library } = testLibrary(folders));
        }
        await putTheme(folders, 'a copy.json', { ...document, name: 'Of last month' });
        await library.rescan();
        await mend();
        await library.rescan();
        const { themes } = await library.handlers.list(undefined);
        expect(themes).toHaveLength(2);
        expect(themes.find(({ name }) => name === 'Newest')).toMatchObject({
          id: document.id,
          places: [{ templateId: 't' }],
        });
        expect(themes.filter(({ places }) => places[0]?.templateId === 't')).toHaveLength(1);
      }
    });

    it('keeps them when an earlier version is restored from the bin', async () => {
      const { folders, library, document, damage, mend } = await slipped();
      const { entries } = await library.handlers.remove({ ids: [document.id] });
      await mend();
      await library.rescan();
      await damage();
      await library.handlers.restore({ entries });
      await mend();
      await library.rescan();
      const onDisk = await readFile(join(folders.themes, 'z.json'), 'utf8');
      expect(JSON.parse(onDisk)).toMatchObject({ id: document.id, publications });
      const { themes } = await library.handlers.list(undefined);
      expect(themes).toHaveLength(2);
      expect(themes.filter(({ places }) => places[0]?.templateId === 't')).toHaveLength(1);
    });

    it('is gone for good when it is removed: an untouched copy of it becomes the theme', async () => {
      const { folders, library, document, damage } = await slipped();
      await damage();
      await putTheme(folders, 'a copy.json', document);
      await library.rescan();
      await unlink(join(folders.themes, 'z.json'));
      await library.rescan();
      expect((await library.handlers.list(undefined)).themes).toMatchObject([
        { id: document.id, places: [{ templateId: 't' }] },
      ]);
    });
  });

  describe('a theme that comes back after its template was given to another', () => {
    it('does not share the template with it', async () => {
      const folders = await temporaryLibraryFolders();
      const first = themeDocument({ name: 'First', publications });
      const other = themeDocument({ name: 'Other' });
      await putTheme(folders, 'a.json', first);
      await putTheme(folders, 'b.json', other);
      const { library } = testLibrary(folders);
      await library.start();
      await unlink(join(folders.themes, 'a.json'));
      await library.rescan();
      // As the outbox links it at a person's word.
      expect(await library.withTemplate(key, 't')).toBeUndefined();
      await library.setPublication(other.id, key, {
        templateId: 't',
        at: '2026-02-02T03:04:05.000Z',
      });
      await putTheme(folders, 'a.json', first);
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      expect(themes).toHaveLength(2);
      expect(themes.filter(({ places }) => places[0]?.templateId === 't')).toMatchObject([
        { id: other.id },
      ]);
    });

    it('is asked about while its own file is damaged', async () => {
      const { library, document, damage } = await slipped();
      await damage();
      expect(await library.withTemplate(key, 't')).toBe(document.id);
    });

    it('takes the link along when others gave it to another theme at the same time', async () => {
      const folders = await temporaryLibraryFolders();
      const first = themeDocument({ name: 'First', publications });
      await putTheme(folders, 'b.json', first);
      const { library } = testLibrary(folders);
      await library.start();
      // By another computer: the link went from the one to a new one.
      await putTheme(folders, 'b.json', { ...first, publications: {} });
      await putTheme(folders, 'a.json', themeDocument({ name: 'New', publications }));
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      expect(themes.find(({ name }) => name === 'New')?.places[0]?.templateId).toBe('t');
    });
  });
});

/**
 * A person copies a theme's file, publishes the theme, and finds its file damaged later. With the damaged
 * file away the copy is the theme: saved as a new one, its template would be there twice.
 */
describe('a damaged theme is mended by a copy from before it was published', () => {
  const published = { templateId: 't', at: '2026-03-01T12:00:00.000Z' };
  const before = new Date('2026-03-01T11:00:00.000Z');

  it.each([
    ['the control: the copy is put in its place', 'put over'],
    ['the damaged file is deleted', 'deleted'],
  ])('the theme has the link that it got since: %s', async (_name, how) => {
    const { library, folders, id } = await libraryOfOne();
    const [file, copy] = [join(folders.themes, 'a.json'), join(folders.themes, 'b.json')];
    const aside = join(folders.root, 'copy.json');
    await library.start();
    for (const each of [aside, copy]) {
      await copyFile(file, each);
      await utimes(each, before, before);
    }
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
    await library.setPublication(id, key, published);
    await writeFile(file, 'damaged');
    await library.rescan();
    if (how === 'put over') {
      await copyFile(aside, file);
      await utimes(file, before, before);
    } else await rm(file);
    await library.rescan();
    expect((await library.saved(id)).publications[key]?.templateId).toBe('t');
  });
});

/**
 * A person copies a theme's file, unlinks the theme later, publishes it anew, and finds its file damaged. With the damaged
 * file away the copy is the theme, with the link that it got since; and it knows that it was unlinked before that: the
 * first save after the next unlinking would else write over the very template that it was unlinked from.
 */
describe('a damaged theme is mended by a copy from before it was unlinked', () => {
  const first = { templateId: 'first', at: '2026-03-01T10:00:00.000Z' };
  const second = { templateId: 'second', at: '2026-03-01T12:00:00.000Z' };
  const before = new Date('2026-03-01T11:00:00.000Z');

  it.each([
    ['the control: the copy is put in its place', 'put over'],
    ['the damaged file is deleted', 'deleted'],
  ])('the theme knows that it was unlinked: %s', async (_name, how) => {
    const { library, folders, id } = await libraryOfOne({ publications: { [key]: first } });
    const [file, copy] = [join(folders.themes, 'a.json'), join(folders.themes, 'b.json')];
    const aside = join(folders.root, 'copy.json');
    await library.start();
    for (const each of [aside, copy]) {
      await copyFile(file, each);
      await utimes(each, before, before);
    }
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
    await unlinkTheme(library, id, key);
    await library.setPublication(id, key, second);
    expect(await library.saved(id)).toMatchObject({ unlinked: { [key]: { first: 1 } } });
    await writeFile(file, 'damaged');
    await library.rescan();
    if (how === 'put over') {
      await copyFile(aside, file);
      await utimes(file, before, before);
    } else await rm(file);
    await library.rescan();
    const now = await library.saved(id);
    expect(now.publications[key]?.templateId).toBe('second');
    expect(now.unlinked).toEqual({ [key]: { first: 1 } });
  });
});
