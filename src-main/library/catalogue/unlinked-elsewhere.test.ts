import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themesOnDisk,
  unlinkTheme,
} from '../testing/fixture-library';

const key = publicationKey(northwind);

/**
 * On another computer a theme was unlinked, which was taken back at once (Ctrl Z): it has the template that it always had. Before
 * that was synced, the theme was edited and published here. Then their file comes. What was published here last stays noted:
 * else the theme is said to be as the service has it, which has something else.
 */
describe('unlinked elsewhere, and taken back', () => {
  const css = (customCss: string) => ({ ...newTheme(), customCss });
  const sent = (customCss: string) => ({ name: 'Theme', theme: css(customCss) });
  const first = {
    templateId: 't',
    at: '2026-03-01T12:00:00.000Z',
    attempt: 'a',
    sent: sent('.v1{}'),
  };
  const second = {
    templateId: 't',
    at: '2026-03-02T12:00:00.000Z',
    attempt: 'b',
    sent: sent('.v2{}'),
  };
  const earlier = new Date('2026-03-02T11:00:00.000Z');

  it.each([
    ['the control: it was not unlinked there; typed meanwhile', 0, 'typed'],
    ['typed meanwhile', 1, 'typed'],
    ['the control: it was not unlinked there; an older file, open', 0, 'open'],
    ['an older file, open', 1, 'open'],
    ['the control: it was not unlinked there; an older file, closed', 0, 'closed'],
    ['an older file, closed', 1, 'closed'],
  ] as const)('what was published last is known: %s', async (_name, times, how) => {
    const publications = { [key]: first };
    const made = await libraryOfOne(
      { name: 'Theme', theme: css('.v1{}'), publications },
      { pace: savedWhenAsked },
    );
    const { folders, document, id } = made;
    let { library } = made;
    await library.handlers.open({ id });
    await library.handlers.edit({ id, edits: [{ field: 'customCss', value: '.v2{}' }] });
    await library.setPublication(id, key, second, ['t']);
    if (how === 'closed') {
      await endLibrary(library);
      library = testLibrary(folders).library;
      await library.start();
    }
    if (how === 'typed')
      await library.handlers.edit({ id, edits: [{ field: 'roundness', value: 'large' }] });
    await putTheme(folders, 'a.json', {
      ...document,
      ...(times > 0 && { unlinked: { [key]: { t: times } } }),
    });
    if (how !== 'typed') await utimes(join(folders.themes, 'a.json'), earlier, earlier);
    if (how === 'typed') await library.saveEdits();
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const [place] = themes.find((each) => each.id === id)?.places ?? [];
    expect((await library.saved(id)).theme.customCss).toBe('.v1{}');
    // The service has `.v2{}`.
    expect(place?.relation).toBe('changed');
  });
});

/**
 * On another computer a theme is unlinked from its template, and that is undone at once (Ctrl Z): it has the template that
 * it always had. Here its name, or its content, changes meanwhile, and the sync program puts one file beside the other.
 * Neither of the two was to let go of the template, so the theme has it, however a person decides.
 */
describe('unlinked and taken back in one of two places', () => {
  const link = { templateId: 't', at: '2026-03-01T12:00:00.000Z' };
  const publications = { [key]: link };

  it.each([
    ['name', 'this'],
    ['name', 'other'],
    ['tags', 'this'],
    ['tags', 'other'],
    ['name', 'theirs, by deleting ours'],
  ] as const)('stays linked: another %s, %s is kept', async (what, keep) => {
    const { library, folders, document, id } = await libraryOfOne({ publications });
    const there = await libraryOfOne(document);
    await there.library.start();
    await unlinkTheme(there.library, id, key);
    await there.library.relink(id, key, undefined, link);
    const theirs = await there.library.saved(id);
    await endLibrary(there.library);
    expect(theirs.publications).toEqual(publications);

    await library.start();
    if (what === 'name') await library.handlers.rename({ id, name: 'Ours' });
    else await library.handlers.setTags({ id, tags: ['ours'] });
    await putTheme(folders, 'a (conflicted copy).json', theirs);
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const copy = themes.find((theme) => theme.id !== id);
    // A copy by hand, of which there is nothing to decide, is all right as well.
    if (keep === 'theirs, by deleting ours') await library.handlers.remove({ ids: [id] });
    else if (copy?.conflictOf) await library.handlers.resolveConflict({ id: copy.id, keep });
    const stays = keep === 'theirs, by deleting ours' ? (copy?.id ?? '') : id;
    expect((await library.saved(stays)).publications).toEqual(publications);
  });
});

/**
 * The library is on a share. Its connection is gone for a moment while a person types; on another computer, the theme is
 * unlinked from its template meanwhile, so that the next publication makes another one. Once the share is back, both
 * versions meet.
 */
describe('unlinked elsewhere while a person types', () => {
  it.each([
    ['control: nothing is typed here', false],
    ['something is typed here that is not saved yet', true],
  ])('a theme that was unlinked elsewhere stays unlinked: %s', async (_name, isTyped) => {
    const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
    const { library, folders, id } = await libraryOfOne({ publications }, { pace: savedWhenAsked });
    await library.handlers.open({ id });
    if (isTyped)
      await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    // The other computer has a profile of its own.
    const { profile } = await temporaryLibraryFolders();
    const other = testLibrary({ ...folders, profile }).library;
    await other.handlers.open({ id });
    await other.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Theirs' }] });
    await unlinkTheme(other, id, key);
    await endLibrary(other);
    await library.saveEdits();
    await library.rescan();
    expect((await library.saved(id)).publications).toEqual({});
    const file = (await themesOnDisk(folders)).find((each) => each.id === id);
    expect(file?.publications).toEqual({});
  });

  it('stays unlinked once what came from there is undone', async () => {
    const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.handlers.open({ id });
    const theirs = { ...document, name: 'Theirs', publications: {}, unlinked: { [key]: { t: 1 } } };
    await putTheme(folders, 'a.json', theirs);
    await library.rescan();
    expect(await library.handlers.undo({ id })).toMatchObject({ name: 'Harbour' });
    expect((await library.saved(id)).publications).toEqual({});
  });

  it.each(['unlinked', 'linked to another template'])(
    'theirs has the link still that was %s here, where a save meets it',
    async (how) => {
      const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
      const { library, folders, document, id } = await libraryOfOne(
        { publications },
        { pace: savedWhenAsked },
      );
      const link = { templateId: 'other', at: '2026-01-04T00:00:00.000Z' };
      await library.handlers.open({ id });
      if (how === 'unlinked') await unlinkTheme(library, id, key);
      else await library.setPublication(id, key, link);
      await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
      // As another computer edited it that did not know of this.
      await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
      await library.saveEdits();
      const now = await library.saved(id);
      expect(now).toMatchObject({ name: 'Theirs', unlinked: { [key]: { t: 1 } } });
      expect(now.publications).toEqual(how === 'unlinked' ? {} : { [key]: link });
      const copy = (await themesOnDisk(folders)).find((each) => each.id !== id);
      expect(copy).toMatchObject({ theme: { general: { font: 'Ours' } } });
      expect(copy?.publications).toEqual({});
    },
  );
});

/** A person unlinks a theme while another computer's version of it lies in its file already. */
describe('unlinked in a conflict', () => {
  it('stays unlinked: the next publication goes to no template of before', async () => {
    const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
    const { library, folders, document, id } = await libraryOfOne(
      { publications },
      { pace: savedWhenAsked },
    );
    await library.handlers.open({ id });
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    // A sync client brought it a moment ago; the edit above is not saved yet.
    const theirs = { ...document, theme: { ...newTheme(), customCss: '/* theirs */' } };
    await putTheme(folders, 'a.json', theirs);
    await unlinkTheme(library, id, key);
    expect((await library.saved(id)).publications).toEqual({});
  });
});

/**
 * A theme is unlinked from its template on one of two computers. On the other nothing but its time, or its name, changes
 * meanwhile, and the sync program puts one file beside the other. Both versions are kept for a person to choose, and no
 * second theme is linked to the template that was let go of.
 */
describe('unlinked in one of two places', () => {
  const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };

  it.each([
    ['here', 'other', false],
    ['here', 'this', false],
    // It is the one that has the link.
    ['there', 'other', true],
    ['there', 'this', false],
  ] as const)(
    'is a version to decide on: unlinked %s, %s is kept',
    async (where, keep, isLinked) => {
      const { library, folders, document, id } = await libraryOfOne({ publications });
      await library.start();
      if (where === 'here') await unlinkTheme(library, id, key);
      const there =
        where === 'here'
          ? document
          : { ...document, publications: {}, unlinked: { [key]: { t: 1 } } };
      await putTheme(folders, 'a (conflicted copy).json', { ...there, name: 'Theirs' });
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      const copy = themes.find((theme) => theme.id !== id);
      expect(copy?.conflictOf?.id).toBe(id);
      await library.handlers.resolveConflict({ id: copy?.id ?? '', keep });
      expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
      const saved = await library.saved(id);
      expect(saved.publications).toEqual(isLinked ? publications : {});
      expect(saved.unlinked).toEqual({ [key]: { t: 1 } });
    },
  );

  it('is a copy made by hand where neither was unlinked', async () => {
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.start();
    await putTheme(folders, 'a copy.json', { ...document, name: 'Copy' });
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const copy = themes.find((theme) => theme.id !== id);
    expect(copy?.name).toBe('Copy');
    expect(copy?.conflictOf).toBeUndefined();
  });
});
