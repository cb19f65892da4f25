import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { VersionContent } from '@shared/theme-versions';
import { newTheme, publicationKey, type ThemeDocument } from '@shared/theme/theme';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  northwind,
  problem,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';
import { History, mostUnnamed } from './history';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});
describe('the history of a theme', () => {
  const holding = (name: string): VersionContent => ({ name, theme: newTheme() });
  const kept = (name: string) =>
    ({ content: holding(name), reason: 'paused', at: 'then' }) as const;
  const names = async (history: History, id: string): Promise<string[]> => {
    const { versions } = await history.list(id);
    return Promise.all(
      versions.map(async (each) => (await history.content(id, each.version)).name),
    );
  };

  /** The next time that the versions of the theme are said to have changed. */
  function versionsChange(library: Library, id: string): Promise<void> {
    return new Promise((resolve) => {
      const end = library.onVersionsChange((changed) => {
        if (changed !== id) return;
        end();
        resolve();
      });
    });
  }

  async function historyFiles({ profile }: LibraryFolders): Promise<string[]> {
    const root = join(profile, 'history');
    const folders = await readdir(root);
    const files = await Promise.all(
      folders.map(async (folder) =>
        (await readdir(join(root, folder))).map((file) => join(root, folder, file)),
      ),
    );
    return files.flat().sort();
  }

  describe('versions', () => {
    it('are listed newest first, by their order and not by the clock, over restarts', async () => {
      const { profile } = await temporaryLibraryFolders();
      const before = new History(profile, () => undefined);
      await before.keep('a', { ...kept('late'), at: '2030-01-01T00:00:00Z' });
      await before.keep('a', { ...kept('early'), at: '2001-01-01T00:00:00Z' });
      const after = new History(profile, () => undefined);
      await after.keep('a', { ...kept('newest'), at: '1999-01-01T00:00:00Z' });
      expect(await names(after, 'a')).toEqual(['newest', 'early', 'late']);
      expect((await after.list('b')).versions).toEqual([]);
    });

    it('are not kept twice for the same content, whatever the order of its keys', async () => {
      const { profile } = await temporaryLibraryFolders();
      const history = new History(profile, () => undefined);
      const first = await history.keep('a', kept('same'));
      const { chat, general, ...rest } = newTheme();
      const turned = {
        ...kept('same'),
        content: { theme: { ...rest, general, chat }, name: 'same' },
      };
      expect(await history.keep('a', turned)).toBe(first);
      await history.keep('a', { ...turned, reason: 'published', place: 'https://n.example/v1 w' });
      expect((await history.list('a')).versions).toHaveLength(2);
    });

    it('without a name make room for newer ones, not when a name is taken away; named ones stay for good', async () => {
      const folders = await temporaryLibraryFolders();
      const history = new History(folders.profile, () => undefined);
      await history.keep('a', { ...kept('Before the rebrand'), name: 'Before the rebrand' });
      const once = await history.keep('a', kept('once named'));
      await history.rename('a', once, 'Once named');
      for (let at = 0; at < mostUnnamed + 3; at += 1) await history.keep('a', kept(String(at)));
      const all = await names(history, 'a');
      expect(all).toHaveLength(mostUnnamed + 2);
      expect(all.slice(-3)).toEqual(['3', 'once named', 'Before the rebrand']);
      // To take a name off is no wish to delete: the oldest of too many goes with the next version.
      await history.rename('a', once, null);
      expect(await names(history, 'a')).toContain('once named');
      await history.keep('a', kept('next'));
      expect(await names(history, 'a')).not.toContain('once named');
      expect(await historyFiles(folders)).toHaveLength(mostUnnamed + 1);
    }, 30_000);

    it('cost one file each, however many there are', async () => {
      const folders = await temporaryLibraryFolders();
      const history = new History(folders.profile, () => undefined);
      await history.keep('a', kept('first'));
      const [first = ''] = await historyFiles(folders);
      const { mtimeMs, ino } = await stat(first);
      for (let at = 0; at < 20; at += 1) await history.keep('a', kept(String(at)));
      expect(await stat(first)).toMatchObject({ mtimeMs, ino });
      expect(await historyFiles(folders)).toHaveLength(21);
    });

    it('that are damaged are counted, and cost nothing but themselves', async () => {
      const folders = await temporaryLibraryFolders();
      const history = new History(folders.profile, () => undefined);
      for (const name of ['cut', 'emptied', 'changed', 'well']) await history.keep('a', kept(name));
      const [cut = '', emptied = '', changed = ''] = await historyFiles(folders);
      await truncate(cut, 300);
      await writeFile(emptied, '');
      const text = await readFile(changed, 'utf8');
      await writeFile(changed, text.replace('"name":"changed"', '"name":"CHANGED"'));
      await mkdir(join(changed, '..', '000000000009.jsonl'));

      const after = new History(folders.profile, () => undefined);
      const { versions, unreadable } = await after.list('a');
      expect(versions.map(({ version }) => version)).toEqual([4, 3]);
      expect(unreadable).toBe(3);
      expect(await after.content('a', 4)).toEqual(holding('well'));
      await expect(after.content('a', 3)).rejects.toMatchObject(problem('fileDamaged'));
      await expect(after.content('a', 7)).rejects.toMatchObject(
        problem('notFound', { what: 'version' }),
      );
      // A number that was used is not used again.
      expect(await after.keep('a', kept('next'))).toBe(10);
    });

    it('are deleted one by one, and all with their theme', async () => {
      const folders = await temporaryLibraryFolders();
      const told: string[] = [];
      const history = new History(folders.profile, (id) => told.push(id));
      await history.keep('a', kept('one'));
      const two = await history.keep('a', kept('two'));
      await history.remove('a', two);
      await history.remove('a', two);
      expect(await names(history, 'a')).toEqual(['one']);
      expect(told).toEqual(['a', 'a', 'a', 'a']);
      await history.forget('a');
      expect((await new History(folders.profile, () => undefined).list('a')).versions).toEqual([]);
      expect(await historyFiles(folders)).toEqual([]);
    });
  });

  describe('the library', () => {
    const old: Partial<ThemeDocument> = { updatedAt: '2026-01-02T03:04:05.000Z' };

    async function oneTheme(options: Parameters<typeof testLibrary>[1] = {}) {
      const folders = await temporaryLibraryFolders();
      const document = themeDocument(old);
      document.theme['shadow'] = { blur: 4 };
      await putTheme(folders, 'harbour.json', document);
      const { library, log } = testLibrary(folders, options);
      const { handlers } = library;
      const setFont = (value: string) =>
        handlers.edit({ id: document.id, edits: [{ field: 'general.font', value }] });
      return { folders, library, handlers, log, setFont, id: document.id };
    }

    it('keeps what a theme was after a rest, also one that the app did not live through', async () => {
      const { library, handlers, setFont, id } = await oneTheme();
      const changed = versionsChange(library, id);
      await setFont('Lora');
      await changed;
      const { versions } = await handlers.versions({ id });
      expect(versions).toMatchObject([{ reason: 'paused', at: old.updatedAt, name: null }]);
      const [{ version } = { version: 0 }] = versions;
      expect((await handlers.version({ id, version })).theme.general.font).toBe('Open Sans');
      // The first edit of a session only.
      await setFont('Inter');
      expect((await handlers.versions({ id })).versions).toHaveLength(1);
    });

    it('keeps a version after a pause in editing, once', async () => {
      const { library, handlers, setFont, id } = await oneTheme({ pauseMs: 5 });
      await setFont('Lora');
      const isThere = async () => {
        const { versions } = await handlers.versions({ id });
        return versions.length === 2;
      };
      while (!(await isThere())) await versionsChange(library, id);
      const { versions } = await handlers.versions({ id });
      expect(versions.map(({ reason }) => reason)).toEqual(['paused', 'paused']);
      const newest = await handlers.version({ id, version: versions[0]?.version ?? 0 });
      expect(newest.theme.general.font).toBe('Lora');
    });

    it('keeps what was published, with where, as it was sent', async () => {
      const { library, handlers, setFont, id } = await oneTheme();
      const { name, theme } = await library.saved(id);
      const { shadow: _extra, ...sent } = theme;
      // Edited while the answer was on its way.
      await setFont('Lora');
      await library.setPublication(id, publicationKey(northwind), {
        templateId: 'tpl',
        at: '2026-11-14T09:31:00.000Z',
        sent: { name, theme: sent },
      });
      const [newest] = (await handlers.versions({ id })).versions;
      expect(newest).toMatchObject({
        reason: 'published',
        place: { host: 'northwind.example', connectionId: 'northwind' },
      });
      const content = await handlers.version({ id, version: newest?.version ?? 0 });
      expect(content.theme.general.font).toBe('Open Sans');
      expect(content.theme['shadow']).toEqual({ blur: 4 });
      expect((await library.current(id)).theme.general.font).toBe('Lora');
    });

    it('restores a version after keeping the present, and takes it back', async () => {
      const { folders, library, handlers, setFont, id } = await oneTheme();
      const { version } = await handlers.keepVersion({ id, name: 'Before the rebrand' });
      await setFont('Lora');
      await handlers.rename({ id, name: 'Quay' });
      await handlers.setTags({ id, tags: ['new'] });
      const restored = await handlers.restoreVersion({ id, version });
      expect(restored).toMatchObject({ name: 'Harbour', tags: ['new'], canUndo: true });
      expect(restored.theme.general.font).toBe('Open Sans');
      const [present] = (await handlers.versions({ id })).versions;
      expect(present).toMatchObject({ reason: 'restored', name: null });
      expect(await handlers.version({ id, version: present?.version ?? 0 })).toMatchObject({
        name: 'Quay',
        theme: { general: { font: 'Lora' } },
      });
      const undone = await handlers.undo({ id });
      expect(undone).toMatchObject({ name: 'Quay', theme: { general: { font: 'Lora' } } });
      await library.flush();
      expect((await themesOnDisk(folders))[0]).toMatchObject({ name: 'Quay', tags: ['new'] });
    });

    it('keeps a version of what came from a file, so that it can be had back after edits', async () => {
      const { library, handlers } = await oneTheme();
      const theme = newTheme();
      const { id } = await library.addForeign({
        name: 'Quay',
        tags: [],
        theme,
        picturesWait: false,
      });
      const { versions } = await handlers.versions({ id });
      expect(versions).toMatchObject([{ reason: 'imported', name: null }]);
      await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
      const restored = await handlers.restoreVersion({ id, version: versions[0]?.version ?? 0 });
      expect(restored.theme.general.font).toBe('Open Sans');
    });

    it('keeps a version of what a copy was made as, and calls it that', async () => {
      const { handlers, id } = await oneTheme();
      const { ids } = await handlers.duplicate({ ids: [id] });
      const { versions } = await handlers.versions({ id: ids[0] ?? '' });
      expect(versions).toMatchObject([{ reason: 'duplicated', name: null }]);
    });

    it('keeps a version of what came back from a backup', async () => {
      const { library, handlers, id } = await oneTheme();
      const added = themeDocument({ name: 'Pier' });
      await library.putBack(added, 'keepBoth');
      const other = { ...themeDocument({ id }), name: 'Other' };
      const both = await library.putBack(other, 'keepBoth');
      for (const each of [added.id, both.outcome === 'unread' ? '' : both.id]) {
        const { versions } = await handlers.versions({ id: each });
        expect(versions).toMatchObject([{ reason: 'imported' }]);
      }
    });

    it('refuses no import because a version of it can’t be kept', async () => {
      const { folders, library, log } = await oneTheme();
      await writeFile(join(folders.profile, 'history'), 'a file where the folder should be');
      const theme = newTheme();
      const { id } = await library.addForeign({
        name: 'Quay',
        tags: [],
        theme,
        picturesWait: false,
      });
      expect((await library.current(id)).name).toBe('Quay');
      expect(log.join('\n')).toContain('library.versionNotKept');
    });

    it('goes on when the history can’t be written, and restores nothing it can’t take back', async () => {
      const { folders, library, handlers, setFont, log, id } = await oneTheme();
      const { version } = await handlers.keepVersion({ id, name: 'Kept' });
      const [file = ''] = await historyFiles(folders);
      const folder = join(file, '..');
      const text = await readFile(file);
      await import('node:fs/promises').then(({ rm }) => rm(folder, { recursive: true }));
      // A file where the folder should be: nothing can be kept in it.
      await writeFile(folder, text);
      await setFont('Lora');
      await library.setPublication(id, publicationKey(northwind), {
        templateId: 'tpl',
        at: '2026-11-14T09:31:00.000Z',
        sent: { name: 'Harbour', theme: newTheme() },
      });
      await library.flush();
      expect((await themesOnDisk(folders))[0]?.theme.general.font).toBe('Lora');
      expect(log.join('\n')).toContain('library.versionNotKept');
      await expect(handlers.restoreVersion({ id, version })).rejects.toThrow();
      expect((await library.current(id)).theme.general.font).toBe('Lora');
    });

    it('lets versions follow a theme to the bin and back, and go with it for good', async () => {
      let now = new Date('2026-03-01T10:00:00Z');
      const { folders, library, handlers, id } = await oneTheme({ now: () => now });
      await handlers.keepVersion({ id, name: 'Kept' });
      const { entries } = await handlers.remove({ ids: [id] });
      await handlers.restore({ entries });
      expect((await handlers.versions({ id })).versions).toHaveLength(1);
      await handlers.remove({ ids: [id] });
      await endLibrary(library);
      const visit = async (days: number): Promise<void> => {
        now = new Date(Date.parse('2026-03-01T10:00:00Z') + days * 86_400_000);
        const visited = testLibrary(folders, { now: () => now }).library;
        await visited.start();
        await endLibrary(visited);
      };
      for (const days of [1, 10, 20, 29]) await visit(days);
      expect(await historyFiles(folders)).toHaveLength(1);
      await visit(32);
      expect(await historyFiles(folders)).toEqual([]);
    });

    it('restores nothing in a theme of a newer Foyer', async () => {
      const folders = await temporaryLibraryFolders();
      const document = themeDocument();
      await putTheme(folders, 'newer.json', { ...document, format: 99 });
      const { library } = testLibrary(folders);
      await expect(
        library.handlers.restoreVersion({ id: document.id, version: 1 }),
      ).rejects.toMatchObject(problem('themeReadOnly'));
    });
  });
});

/** The version that is kept of what was published, where the theme got an avatar since it was sent. */
describe('the version of what was published', () => {
  it('holds what was sent, and restored it is what the service has', async () => {
    const { chat, ...rest } = newTheme();
    const { hostAvatar: _none, ...others } = chat;
    const sent = { name: 'Harbour', theme: { ...rest, chat: others } };
    // Queued without an avatar; one is switched on while the request is under way.
    const theme = { ...rest, chat: { ...others, hostAvatar: { isEnabled: true } } };
    const { library, id } = await libraryOfOne({ theme });
    const at = '2026-01-02T03:04:05.000Z';
    const publication = { templateId: 'tpl', at, sent };
    await library.setPublication(id, publicationKey(northwind), publication);
    const { versions } = await library.handlers.versions({ id });
    const published = versions.find(({ reason }) => reason === 'published');
    const { version = 0 } = published ?? {};
    expect((await library.handlers.version({ id, version })).theme).toEqual(sent.theme);
    const { places } = await library.handlers.restoreVersion({ id, version });
    expect(places[0]?.relation).toBe('same');
  });
});

describe('versions that can’t be read for a moment', () => {
  it('versions that can’t be read for a moment are back when the disk is well', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { id } = document;
    const first = testLibrary(folders).library;
    await first.handlers.keepVersion({ id, name: 'Kept' });
    await endLibrary(first);
    const { handlers } = testLibrary(folders).library;
    const { heal } = failing('EMFILE', 'open', (path) => path.endsWith('.jsonl'));
    expect(await handlers.versions({ id })).toMatchObject({ versions: [], unreadable: 1 });
    heal();
    expect(await handlers.versions({ id })).toMatchObject({
      versions: [{ name: 'Kept' }],
      unreadable: 0,
    });
  });
});
