import { rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { openDocumentFolder } from '../../storage/storage';
import { largestThemeFile, type Library } from '../library';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  openThemes,
  putTheme,
  putThemeOf,
  restarted,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

const key = publicationKey(northwind);

/** An older file is put over a theme's, and the theme is opened before anybody has told of the file. */
describe('an older file is put over a theme that is opened before anybody told of it', () => {
  const published = { templateId: 't', at: '2026-03-01T12:00:00.000Z' };
  const before = new Date('2026-03-01T11:00:00.000Z');

  const ways: Record<string, (library: Library, id: string) => Promise<unknown>> = {
    opened: async (library, id) => library.handlers.open({ id }),
    tagged: async (library, id) =>
      library.handlers.setTagsOfMany({ themes: [{ id, tags: ['blue', 'new'] }] }),
    'deleted and put back': async (library, id) => {
      const { entries } = await library.handlers.remove({ ids: [id] });
      await library.handlers.restore({ entries });
    },
  };

  it.each(Object.entries(ways))('keeps the younger link where it is %s', async (_how, touch) => {
    const first = await libraryOfOne();
    const { folders, document, id } = first;
    await first.library.setPublication(id, key, published);
    await endLibrary(first.library);
    // The watcher is late, as on a share that tells nothing.
    const times = { settleMs: 600_000, retryMs: 20 };
    const folder = openDocumentFolder(folders.themes, { maxBytes: largestThemeFile, ...times });
    const { library } = testLibrary(folders, { folder });
    await library.start();
    const older = join(folders.themes, '.older');
    await putTheme(folders, '.older', { ...document, name: 'Theirs' });
    await utimes(older, before, before);
    await rename(older, join(folders.themes, 'a.json'));
    await touch(library, id);
    await library.rescan();
    expect((await library.saved(id)).publications).toEqual({ [key]: published });
    await endLibrary(library);
    expect(await themesOnDisk(folders)).toMatchObject([{ publications: { [key]: published } }]);
  });
});

/** An older file is put over a theme's while the disk takes nothing: the theme's younger link stays its own. */
describe('an older file is put over a theme while the disk takes nothing', () => {
  const published = { templateId: 't', at: '2026-03-01T12:00:00.000Z' };
  const before = new Date('2026-03-01T11:00:00.000Z');

  /** A theme, `open` or not, over which an older file was put while the disk was full. */
  async function refused(how: 'open' | 'closed') {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    const setUp = testLibrary(folders);
    await setUp.library.setPublication(id, key, published);
    await endLibrary(setUp.library);
    const folder = openThemes(folders);
    const { library } = testLibrary(folders, { folder });
    await library.start();
    if (how === 'open') await library.handlers.open({ id });
    const write = folder.write.bind(folder);
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    Object.assign(folder, { write: () => Promise.reject(full) });
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    await utimes(join(folders.themes, 'a.json'), before, before);
    await library.rescan();
    const heal = () => Object.assign(folder, { write });
    return { folders, library, id, heal };
  }

  describe.each(['open', 'closed'] as const)('where the theme is %s', (how) => {
    it('is shown, and is in its file as soon as the disk has room again', async () => {
      const { folders, library, id, heal } = await refused(how);
      const { themes } = await library.handlers.list(undefined);
      expect(themes).toMatchObject([{ name: 'Theirs', places: [{ templateId: 't' }] }]);
      heal();
      // Everything after which a person would expect it: a look, an edit, a restart.
      await library.rescan();
      await library.handlers.rename({ id, name: 'Ours' });
      await endLibrary(library);
      expect(await themesOnDisk(folders)).toMatchObject([{ publications: { [key]: published } }]);
      const after = testLibrary(folders).library;
      expect((await after.saved(id)).publications).toMatchObject({ [key]: { templateId: 't' } });
    });

    it('is in its file where the disk has room at the next start only', async () => {
      const { folders, library, id } = await refused(how);
      await endLibrary(library);
      expect(await themesOnDisk(folders)).toMatchObject([{ publications: {} }]);
      const after = testLibrary(folders).library;
      expect((await after.saved(id)).publications).toEqual({ [key]: published });
      await endLibrary(after);
      expect(await themesOnDisk(folders)).toMatchObject([{ publications: { [key]: published } }]);
    });
  });

  it('is in its file where the theme is opened before the disk has room again', async () => {
    const { folders, library, id, heal } = await refused('closed');
    const opened = await library.handlers.open({ id });
    expect(opened).toMatchObject({ name: 'Theirs', places: [{ templateId: 't' }] });
    expect((await library.whole(id)).publications).toEqual({ [key]: published });
    heal();
    expect((await library.saved(id)).publications).toEqual({ [key]: published });
    expect(await themesOnDisk(folders)).toMatchObject([{ publications: { [key]: published } }]);
  });

  it('comes back from the bin with the theme that is deleted before that', async () => {
    const { folders, library, id, heal } = await refused('closed');
    const { entries } = await library.handlers.remove({ ids: [id] });
    heal();
    await library.handlers.restore({ entries });
    expect(await themesOnDisk(folders)).toMatchObject([{ publications: { [key]: published } }]);
  });
});

/** A program that keeps folders the same puts an older file over one that was published again since. */
describe('an older file is put over a theme that was published again', () => {
  const first = '2026-03-01T10:00:00.000Z';
  const written = new Date('2026-03-01T11:00:00.000Z');
  const second = '2026-03-01T12:00:00.000Z';

  const theme = newTheme();
  const changed = { ...newTheme(), customCss: '/* changed */' };
  const sent = (of: typeof theme) => ({ name: 'Harbour', theme: of });

  describe('a file with an older link of the theme', () => {
    it('keeps the link to the template that the theme has got since', async () => {
      const publications = { [key]: { templateId: 'first', at: first } };
      const { library, folders, document, id } = await libraryOfOne({ publications });
      await library.setPublication(id, key, { templateId: 'second', at: second });
      await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
      await utimes(join(folders.themes, 'a.json'), written, written);
      await library.rescan();
      expect((await library.saved(id)).publications[key]).toMatchObject({ templateId: 'second' });
    });

    it('is not shown as published, where the service has what was sent later', async () => {
      const publications = { [key]: { templateId: 't', at: first, sent: sent(theme) } };
      const { library, folders, document, id } = await libraryOfOne({ publications, theme });
      await library.handlers.edit({ id, edits: [{ field: 'customCss', value: '/* changed */' }] });
      await library.setPublication(id, key, { templateId: 't', at: second, sent: sent(changed) });
      const before = await library.handlers.list(undefined);
      expect(before.themes).toMatchObject([
        { places: [{ relation: 'same', publishedAt: second }] },
      ]);
      await putTheme(folders, 'a.json', document);
      await utimes(join(folders.themes, 'a.json'), written, written);
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      // Published: "the service has exactly this version".
      expect(themes).toMatchObject([{ places: [{ relation: 'changed' }] }]);
    });

    it('is not shown as published either where nobody opened the theme since a restart', async () => {
      const publications = { [key]: { templateId: 't', at: first, sent: sent(theme) } };
      const { library, folders, document, id } = await libraryOfOne({ publications, theme });
      await library.setPublication(id, key, { templateId: 't', at: second, sent: sent(changed) });
      const next = await restarted(folders, library);
      await next.start();
      await putTheme(folders, 'a.json', document);
      await utimes(join(folders.themes, 'a.json'), written, written);
      await next.rescan();
      const { themes } = await next.handlers.list(undefined);
      expect(themes).toMatchObject([{ places: [{ relation: 'changed', templateId: 't' }] }]);
    });
  });
});

/**
 * A service gives a template another ID when it is saved again, as one that had lost it does. A theme was published there
 * anew, and has the new ID. Then a program that keeps folders the same puts an older file over it, written before that,
 * with the old ID. The theme keeps the template that it has: published by the old ID, it would become one more.
 */
describe('an older file is put over a theme whose template got another ID', () => {
  const sent = (templateId: string, day: number) => ({
    ...{ templateId, attempt: `attempt-${String(day)}` },
    at: `2026-03-0${String(day)}T12:00:00.000Z`,
  });
  const before = new Date('2026-03-01T13:00:00.000Z');

  it.each([
    ['the control: it has the ID that it had', 'first', 'closed'],
    ['it got another one', 'second', 'closed'],
    ['the control: it has the ID that it had, and is open', 'first', 'open'],
    ['it got another one, and is open', 'second', 'open'],
  ] as const)('keeps its template: %s', async (_name, templateId, how) => {
    const publications = { [key]: sent('first', 1) };
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.start();
    if (how === 'open') await library.handlers.open({ id });
    await library.setPublication(id, key, sent(templateId, 2), ['first']);
    await putThemeOf(before, folders, 'a.json', { ...document, name: 'Theirs' });
    await library.rescan();
    expect(await library.saved(id)).toMatchObject({ name: 'Theirs' });
    expect((await library.saved(id)).publications).toEqual({ [key]: sent(templateId, 2) });
  });
});

/**
 * A service gives a template another ID when it is saved again, as one that had lost it does. A theme was published there
 * anew, has the new ID, and is being edited. Then a program that keeps folders the same puts an older file over it, with
 * the old ID, and the save of what was typed meets that. "An older file that a sync program put over a theme keeps the
 * links to templates that the theme has got since": also where something was typed that moment, whichever version is
 * chosen. Published by the old ID, it would become one more template.
 */
describe('an older file is put over such a theme while a person types', () => {
  const sent = (templateId: string, day: number) => ({
    ...{ templateId, attempt: `attempt-${String(day)}` },
    at: `2026-03-0${String(day)}T12:00:00.000Z`,
  });
  const before = new Date('2026-03-01T13:00:00.000Z');

  it.each([
    ['the control: nothing is typed', 'second', false, undefined],
    ['the control: it has the ID that it had', 'first', true, 'this'],
    ['it got another one, and theirs is chosen', 'second', true, 'other'],
    ['it got another one, and what was typed is chosen', 'second', true, 'this'],
  ] as const)('keeps its template: %s', async (_name, templateId, isTyped, keep) => {
    const publications = { [key]: sent('first', 1) };
    const { library, folders, document, id } = await libraryOfOne(
      { publications },
      { pace: savedWhenAsked },
    );
    await library.handlers.open({ id });
    await library.setPublication(id, key, sent(templateId, 2), ['first']);
    if (isTyped)
      await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await putThemeOf(before, folders, 'a.json', { ...document, name: 'Theirs' });
    await library.saveEdits();
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const copy = themes.find((theme) => theme.id !== id);
    expect(copy !== undefined).toBe(isTyped);
    if (copy && keep) await library.handlers.resolveConflict({ id: copy.id, keep });
    expect((await library.saved(id)).publications).toEqual({ [key]: sent(templateId, 2) });
  });
});

/**
 * Two computers share a library; the clock of the other one is an hour behind, and a sync program keeps the times of files
 * (Syncthing does). A theme was published yesterday, and edited here ten minutes ago. It came to the other computer, is
 * published there, and the service gives the template another ID. That file comes here, dated before the one that was
 * last seen here, with a publication that is newer than any that is known here. The theme is saved by the new ID:
 * published by the old one, it would become one more template.
 */
describe('a file with a newer ID comes from a computer with a slow clock', () => {
  const minuteMs = 60_000;
  const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs);
  const sent = (templateId: string, minutes: number) => ({
    ...{ templateId, attempt: `attempt-${String(minutes)}` },
    at: ago(minutes).toISOString(),
  });

  it.each([
    ['the control: its clock is right', 0, 'closed'],
    ['its clock is an hour behind', 60, 'closed'],
    ['its clock is an hour behind, and it is open here', 60, 'open'],
  ] as const)('has the ID that the service gave last: %s', async (_name, behind, how) => {
    const yesterday = { [key]: sent('first', 24 * 60) };
    const { library, folders, document, id } = await libraryOfOne({ publications: yesterday });
    await utimes(join(folders.themes, 'a.json'), ago(10), ago(10));
    await library.start();
    if (how === 'open') await library.handlers.open({ id });
    const theirs = { [key]: sent('second', behind) };
    await putTheme(folders, 'a.json', { ...document, publications: theirs });
    await utimes(join(folders.themes, 'a.json'), ago(behind), ago(behind));
    await library.rescan();
    expect((await library.saved(id)).publications).toEqual(theirs);
  });
});
