import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newTheme, publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { contentHash } from '../../storage/storage';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  northwind,
  putTheme,
  restarted,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** What is put in the place of a theme, by a backup, a conflict or an older version. */
describe('what is put in the place of a theme', () => {
  /** A theme of the library, and what a backup has of it. */
  async function replaceable() {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument({ tags: ['client', 'blue'] });
    await putTheme(folders, 'harbour.json', document);
    const { library } = testLibrary(folders);
    const older: ThemeDocument = {
      ...document,
      name: 'Pier',
      tags: ['old'],
      theme: { ...newTheme(), customCss: '/* older */' },
    };
    return { folders, library, document, older, id: document.id };
  }

  /** The newest version of what was replaced. */
  async function replaced(library: Library, id: string): Promise<number> {
    const { versions } = await library.handlers.versions({ id });
    return versions.find(({ reason }) => reason === 'restored')?.version ?? 0;
  }

  async function versionFiles({ profile }: LibraryFolders, id: string): Promise<string[]> {
    const folder = join(profile, 'history', contentHash(id).slice(0, 32));
    return (await readdir(folder)).sort().map((name) => join(folder, name));
  }

  describe('a backup that is restored', () => {
    it('puts back the link that a theme has lost, whatever else of it is the same', async () => {
      const publications = { [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02' } };
      for (const change of [{}, { name: 'Pier' }]) {
        const { folders, library, document, id } = await replaceable();
        await library.putBack({ ...document, ...change, publications }, 'replace');
        const { themes } = await library.handlers.list(undefined);
        expect(themes).toMatchObject([{ id, places: [{ templateId: 't' }] }]);
        expect(await themesOnDisk(folders)).toMatchObject([{ publications }]);
      }
    });

    it('tells of a link that it leaves out, because the theme has another template there', async () => {
      const link = (templateId: string) => ({
        publications: { [publicationKey(northwind)]: { templateId, at: '2026-01-02' } },
      });
      for (const change of [{}, { name: 'Pier' }]) {
        const { library, document } = await replaceable();
        await library.putBack({ ...document, ...link('here') }, 'replace');
        const restored = await library.putBack(
          { ...document, ...change, ...link('old') },
          'replace',
        );
        expect(restored).toMatchObject({ leftLink: 'linkedElsewhere' });
        expect((await library.saved(document.id)).publications).toMatchObject(
          link('here').publications,
        );
      }
    });

    it('gives no theme a template that another has by now', async () => {
      const { folders, library, document, id } = await replaceable();
      const publications = { [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02' } };
      await putTheme(folders, 'other.json', themeDocument({ name: 'Other', publications }));
      await library.rescan();
      const restored = await library.putBack({ ...document, publications }, 'replace');
      expect(restored).toMatchObject({ leftLink: 'usedByAnother' });
      const { themes } = await library.handlers.list(undefined);
      expect(themes.find((theme) => theme.id === id)?.places[0]?.templateId).toBeUndefined();
    });
  });

  describe('the tags of a theme that is replaced', () => {
    it('are kept in the history with it, and come back with what a backup replaced', async () => {
      const { folders, library, document, older, id } = await replaceable();
      expect(await library.putBack(older, 'replace')).toMatchObject({ outcome: 'replaced' });
      const after = await restarted(folders, library);
      const { handlers } = after;
      const version = await replaced(after, id);
      expect(await handlers.version({ id, version })).toMatchObject({ tags: document.tags });
      const restored = await handlers.restoreVersion({ id, version });
      expect(restored).toMatchObject({ name: 'Harbour', tags: document.tags });
    });

    it('come back with what was replaced where only the tags differ', async () => {
      const { folders, library, document, id } = await replaceable();
      await library.handlers.keepVersion({ id, name: 'Kept' });
      await library.handlers.setTags({ id, tags: ['newer'] });
      await library.putBack(document, 'replace');
      const after = await restarted(folders, library);
      const version = await replaced(after, id);
      expect(await after.handlers.restoreVersion({ id, version })).toMatchObject({
        tags: ['newer'],
      });
    });

    it('come back with what a choice in a conflict replaced', async () => {
      const { folders, library, document, id } = await replaceable();
      const ours = themeDocument({ tags: ['ours'], conflictOf: { id, name: document.name } });
      await putTheme(folders, 'ours.json', ours);
      await library.rescan();
      await library.handlers.resolveConflict({ id: ours.id, keep: 'this' });
      expect(await themesOnDisk(folders)).toMatchObject([{ id, tags: ['ours'] }]);
      const after = await restarted(folders, library);
      const version = await replaced(after, id);
      expect(await after.handlers.restoreVersion({ id, version })).toMatchObject({
        tags: document.tags,
      });
    });

    it('stay as they are when an earlier version is restored by hand, and with a version that has none', async () => {
      const { folders, library, id } = await replaceable();
      const { handlers } = library;
      const { version } = await handlers.keepVersion({ id, name: 'Kept' });
      await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
      await handlers.setTags({ id, tags: ['new'] });
      expect(await handlers.restoreVersion({ id, version })).toMatchObject({ tags: ['new'] });
      await endLibrary(library);
      // As a Foyer wrote it that kept no tags.
      const [, file = ''] = await versionFiles(folders, id);
      const [first = '', second = ''] = (await readFile(file, 'utf8')).split('\n');
      const { tags: _none, ...content } = JSON.parse(second) as { tags?: string[] };
      const line = JSON.stringify(content);
      const head = { ...(JSON.parse(first) as object), bytes: Buffer.byteLength(line) };
      const marked = JSON.stringify({ ...head, hash: contentHash(line) });
      await writeFile(file, `${marked}\n${line}\n`);
      const after = testLibrary(folders).library.handlers;
      const restored = await after.restoreVersion({ id, version: 2 });
      expect(restored).toMatchObject({ tags: ['new'], theme: { general: { font: 'Lora' } } });
    });
  });

  describe('what is replaced while the newest version is damaged', () => {
    it('is kept all the same, though that version was of the same', async () => {
      const { folders, library, document, older, id } = await replaceable();
      await library.handlers.keepVersion({ id, name: 'Kept' });
      const [file = ''] = await versionFiles(folders, id);
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace('"Open Sans"', '"Open Soap"'));
      await library.putBack(older, 'replace');
      const after = await restarted(folders, library);
      const version = await replaced(after, id);
      const { name, theme } = document;
      expect(await after.handlers.version({ id, version })).toMatchObject({ name, theme });
    });

    it('is kept once where the newest version is well', async () => {
      const { library, document, older, id } = await replaceable();
      await library.handlers.keepVersion({ id, name: 'Kept' });
      await library.putBack({ ...older, tags: document.tags }, 'replace');
      expect((await library.handlers.versions({ id })).versions).toHaveLength(1);
    });
  });
});

/**
 * A backup is restored in the place of what is here, and names another picture than the theme here. The profile's disk is
 * full, so that what is here can't be kept as a version and isn't replaced. Nothing came from elsewhere, then: the
 * theme's own pictures don't wait to be allowed.
 */
describe('pictures of a restore that is refused', () => {
  function withPicture(picture: string): ThemeDocument['theme'] {
    const theme = newTheme();
    return {
      ...theme,
      general: { ...theme.general, background: { type: 'Image', content: picture } },
    };
  }

  it.each([
    ['the control: it names the same one', 'https://pictures.example/here.png'],
    ['it names another one', 'https://pictures.example/there.png'],
  ])('the theme is as it was: %s', async (_what, picture) => {
    const made = await libraryOfOne({ theme: withPicture('https://pictures.example/here.png') });
    const { library, folders, document, id } = made;
    await library.start();
    await library.handlers.open({ id });
    const before = await themesOnDisk(folders);
    const { heal } = failing('ENOSPC', 'writeTo', (path) => path.startsWith(folders.profile));
    const given = { ...document, name: 'Harbour, autumn', theme: withPicture(picture) };
    await expect(library.putBack(given, 'replace')).rejects.toMatchObject({
      problem: { code: 'storageFull' },
    });
    heal();
    await library.flush();
    expect(await themesOnDisk(folders)).toEqual(before);
  });
});
