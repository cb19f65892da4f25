import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { contentHash } from '../../storage/storage';
import type { Library } from '../library';
import { failing, held } from '../testing/fake-disk';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  onDay,
  problem,
  putTheme,
  testLibrary,
  themeDocument,
  themeState,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** The fonts of a theme's versions, newest first. */
async function fonts({ handlers }: Library, id: string): Promise<string[]> {
  const { versions } = await handlers.versions({ id });
  const all = versions.map(async ({ version }) => handlers.version({ id, version }));
  return (await Promise.all(all)).map(({ theme }) => theme.general.font);
}

/** Foyer is killed, and another computer's file takes the place of what was edited and saved. */
describe('edits that were saved before Foyer was killed, and that others wrote over', () => {
  async function edit(library: Library, id: string, font: string): Promise<void> {
    const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: font }] });
    await saved;
  }

  /** Edited and saved, and the run ended without another word. */
  async function editedAndKilled(library: Library, id: string, ...fonts: string[]): Promise<void> {
    for (const font of fonts) await edit(library, id, font);
    // What is kept of a theme is kept in turn: when this is answered, all is.
    await library.handlers.versions({ id });
    library.close();
  }

  async function killed() {
    const one = await libraryOfOne();
    await editedAndKilled(one.library, one.id, 'First', 'Ours');
    return one;
  }

  const historyFiles = async ({ profile }: LibraryFolders): Promise<string[]> => {
    const [folder = ''] = await readdir(join(profile, 'history'));
    return readdir(join(profile, 'history', folder));
  };

  it('can be had back, also where nobody opened the theme before', async () => {
    const { folders, document, id } = await killed();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    const { library } = testLibrary(folders);
    expect((await library.current(id)).name).toBe('Theirs');
    expect(await fonts(library, id)).toEqual(['Ours', document.theme.general.font]);
    await endLibrary(library);
    const { library: next } = testLibrary(folders);
    expect(await fonts(next, id)).toEqual(['Ours', document.theme.general.font]);
  });

  it('are a version once, where the theme goes on being edited', async () => {
    const { folders, document, id } = await killed();
    const { library } = testLibrary(folders);
    await edit(library, id, 'Next');
    await endLibrary(library);
    const { library: next } = testLibrary(folders);
    const first = document.theme.general.font;
    expect(await fonts(next, id)).toEqual(['Next', 'Ours', first]);
    expect(await historyFiles(folders)).toHaveLength(3);
  });

  it('come with their tags, and wait for a disk that is full at the next start', async () => {
    const { folders, library, document, id } = await libraryOfOne();
    const tags = ['client', 'spring'];
    await library.handlers.setTags({ id, tags });
    await library.handlers.versions({ id });
    library.close();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    const { heal } = failing('ENOSPC', 'writeTo', (path) => path.includes('/history/'));
    const full = testLibrary(folders).library;
    expect((await full.handlers.versions({ id })).versions).toEqual([]);
    await edit(full, id, 'Later');
    heal();
    await endLibrary(full);
    const { library: next } = testLibrary(folders);
    const { versions } = await next.handlers.versions({ id });
    const all = versions.map(async ({ version }) => next.handlers.version({ id, version }));
    expect(await Promise.all(all)).toContainEqual(expect.objectContaining({ tags }));
  });

  it('are no second version where one holds them already', async () => {
    const { folders, library, id } = await libraryOfOne();
    await edit(library, id, 'Ours');
    await library.handlers.keepVersion({ id, name: 'Before the rebrand' });
    await edit(library, id, 'Next');
    await library.handlers.keepVersion({ id, name: 'After it' });
    await library.handlers.versions({ id });
    library.close();
    const { library: next } = testLibrary(folders);
    const { versions } = await next.handlers.versions({ id });
    expect(versions.map(({ name }) => name)).toEqual(['After it', 'Before the rebrand', null]);
  });

  it('leave nothing behind where the run ended well', async () => {
    const { folders, library, id } = await libraryOfOne();
    await edit(library, id, 'Ours');
    await endLibrary(library);
    expect(await historyFiles(folders)).toHaveLength(2);
    expect(await fonts(testLibrary(folders).library, id)).toHaveLength(2);
  });

  it('go with the theme’s history when it is deleted for good', async () => {
    const { folders, id } = await killed();
    const { library } = testLibrary(folders);
    const { entries } = await library.handlers.remove({ ids: [id] });
    await library.handlers.discard({ entries });
    expect(await readdir(join(folders.profile, 'history'))).toEqual([]);
  });

  it.each([
    ['the control: the disk is well', false],
    ['the disk did not give those of the first', true],
  ])('are the newer version where a second run was killed, too: %s', async (_name, isIll) => {
    const { folders, library, document, id } = await libraryOfOne();
    await editedAndKilled(library, id, 'First');
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    const isDraft = (path: string): boolean => path.endsWith('edited.jsonl');
    const disk = isIll ? failing('EIO', 'open', isDraft) : undefined;
    await editedAndKilled(testLibrary(folders).library, id, 'Second');
    disk?.heal();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs once more' });
    const known = await fonts(testLibrary(folders).library, id);
    expect(known).toContain('First');
    expect(known.indexOf('Second')).toBeLessThan(known.indexOf('First'));
  });

  it('are nothing where their file is damaged', async () => {
    const { folders, id } = await killed();
    const [folder = ''] = await readdir(join(folders.profile, 'history'));
    const path = join(folders.profile, 'history', folder, 'edited.jsonl');
    await writeFile(path, (await readFile(path, 'utf8')).slice(0, -20));
    const { library } = testLibrary(folders);
    expect(await fonts(library, id)).toHaveLength(1);
  });
});

/**
 * The disk refused a version of one theme, and takes its time over it when that is tried again. Another
 * theme is edited meanwhile; Foyer is killed, and another computer's file takes that theme's place.
 */
describe('edits behind another theme whose version waits for the disk', () => {
  /** Edited, saved and noted. */
  async function edit(library: Library, id: string, font: string): Promise<void> {
    const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: font }] });
    await saved;
    // What is kept of a theme is kept in turn: when this is answered, the edit is noted.
    await library.handlers.versions({ id });
  }

  /** A theme, and another one of which a version waits, over which the disk takes its time now. */
  async function behindAnother() {
    const made = await libraryOfOne({}, { versionRetryMs: 60_000 });
    const { library, folders, document, id } = made;
    const other = themeDocument({ name: 'Other' });
    await putTheme(folders, 'b.json', other);
    await library.handlers.open({ id });
    await library.handlers.open({ id: other.id });
    const isOthers = (path: string) =>
      path.includes(join('history', contentHash(other.id).slice(0, 32)));
    const disk = failing('EIO', 'link', isOthers);
    await edit(library, other.id, 'Refused');
    disk.heal();
    const slow = held('writeTo', isOthers);
    const first = document.theme.general.font;
    /** The theme's versions in the run after the kill. */
    const afterKill = async (): Promise<string[]> => {
      library.close();
      await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
      return fonts(testLibrary(folders).library, id);
    };
    return { ...made, slow, first, afterKill };
  }

  it('the version before the edits does not wait for the other theme', async () => {
    const { library, id, first } = await behindAnother();
    await edit(library, id, 'Ours');
    expect(await fonts(library, id)).toEqual([first]);
  });

  it('the edits can be had back', async () => {
    const { library, id, slow, first, afterKill } = await behindAnother();
    await edit(library, id, 'Ours');
    slow.letGo();
    await vi.waitFor(async () => expect(await fonts(library, id)).toEqual([first]));
    expect(await afterKill()).toEqual(['Ours', first]);
  });

  it('the edits after a version that a person keeps can be had back', async () => {
    const { library, id, slow, first, afterKill } = await behindAnother();
    const keeping = library.handlers.keepVersion({ id, name: 'Kept' });
    await edit(library, id, 'Ours');
    slow.letGo();
    await keeping;
    await vi.waitFor(async () => expect(await fonts(library, id)).toContain(first));
    expect(await afterKill()).toContain('Ours');
  });
});

/**
 * A theme that is being edited was changed on another computer, too, and a person keeps that version of it.
 * Before what it was is a version the disk fails and Foyer is killed, and then another computer's file takes
 * its place.
 */
describe('edits before a decision between two versions', () => {
  it.each([
    ['the control: the other version has no history', false],
    ['the other version has a version with a name', true],
  ])('the edits can be had back: %s', async (_name, isNamed) => {
    const { library, folders, document, id } = await libraryOfOne();
    const { handlers } = library;
    const copy = themeDocument({ tags: ['phone'], conflictOf: { id, name: document.name } });
    await putTheme(folders, 'a (conflicted copy).json', copy);
    await library.start();
    if (isNamed) await handlers.keepVersion({ id: copy.id, name: 'Approved' });
    await handlers.open({ id });
    const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await saved;
    // What is kept of a theme is kept in turn: when this is answered, the edit is noted.
    expect(await fonts(library, id)).toEqual([document.theme.general.font]);
    const present = join(contentHash(id).slice(0, 32), `00000000000${isNamed ? '3' : '2'}.jsonl`);
    const disk = failing('EIO', 'link', (path) => path.endsWith(present));
    await expect(handlers.resolveConflict({ id: copy.id, keep: 'this' })).rejects.toMatchObject(
      problem('storageFailed'),
    );
    library.close();
    disk.heal();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    expect(await fonts(testLibrary(folders).library, id)).toContain('Ours');
  });
});

/**
 * A theme comes from a computer whose clock is ahead. The disk refuses at first what it was before an
 * edit, and has the edit noted; Foyer is killed, and another computer's file takes the theme's place.
 */
describe('edits, and a file from a computer whose clock is ahead', () => {
  const hourMs = 60 * 60 * 1_000;

  it.each([
    ['the control: their clock is behind', -hourMs],
    ['their clock is ahead', hourMs],
  ])('the edits can be had back: %s', async (_name, ahead) => {
    const updatedAt = new Date(Date.now() + ahead).toISOString();
    const made = await libraryOfOne({ updatedAt }, { versionRetryMs: 500 });
    const { library, folders, document, id } = made;
    await library.handlers.open({ id });
    const disk = failing('EIO', 'link', (path) => path.endsWith('000000000001.jsonl'));
    const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await saved;
    // What is kept of a theme is kept in turn: when this is answered, the edit is noted.
    expect(await fonts(library, id)).toEqual([]);
    disk.heal();
    await vi.waitFor(async () => expect(await fonts(library, id)).toHaveLength(1), 5_000);
    library.close();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    expect(await fonts(testLibrary(folders).library, id)).toContain('Ours');
  });

  it('the edits can be had back while an earlier version can’t be read', async () => {
    const { library: before, folders, document, id } = await libraryOfOne();
    await before.handlers.keepVersion({ id, name: 'Earlier' });
    await endLibrary(before);
    const unread = failing('EIO', 'readFrom', (path) => path.endsWith('000000000001.jsonl'));
    const disk = failing('EIO', 'link', (path) => path.endsWith('000000000002.jsonl'));
    const { library } = testLibrary(folders, { versionRetryMs: 500 });
    await library.handlers.open({ id });
    const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await saved;
    expect(await fonts(library, id)).toEqual([]);
    disk.heal();
    await vi.waitFor(async () => expect(await fonts(library, id)).toHaveLength(1), 5_000);
    library.close();
    unread.heal();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    expect(await fonts(testLibrary(folders).library, id)).toContain('Ours');
  });
});

/** A newer Foyer was killed with edits that are no version yet; this one edits the same theme. */
describe('noted edits of a newer Foyer', () => {
  const newer = '{"format":999,"at":"x"}\n{"edits":"of a newer Foyer"}\n';

  /** A theme for which edits lie there that this Foyer can't read, and what its history's files hold. */
  async function withDraft(theirs: string) {
    const made = await libraryOfOne({}, { now: onDay(0) });
    const folder = join(made.folders.profile, 'history', contentHash(made.id).slice(0, 32));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'edited.jsonl'), theirs);
    const texts = async () => {
      const names = await readdir(folder);
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    };
    const edit = async () => {
      await made.library.handlers.edit({
        id: made.id,
        edits: [{ field: 'general.font', value: 'Lora' }],
      });
      await made.library.saved(made.id);
    };
    return { ...made, texts, edit };
  }

  describe.each([
    ['of a newer Foyer', newer],
    ['that are damaged', 'no draft'],
  ])('edits %s', (_what, theirs) => {
    it('leaves them as they are', async () => {
      const { library, edit, texts } = await withDraft(theirs);
      await edit();
      await endLibrary(library);
      expect(await texts()).toContain(theirs);
    });

    it('notes its own beside them, which are a version after a kill', async () => {
      const { library, folders, document, id, edit, texts } = await withDraft(theirs);
      await edit();
      // What is kept of a theme is kept in turn: when this is answered, all is.
      await library.handlers.versions({ id });
      library.close();
      await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
      const next = testLibrary(folders).library;
      const { versions } = await next.handlers.versions({ id });
      const all = versions.map(async ({ version }) => next.handlers.version({ id, version }));
      const fonts = (await Promise.all(all)).map((each) => each.theme.general.font);
      expect(fonts).toContain('Lora');
      expect(await texts()).toContain(theirs);
    });
  });

  it('lets go of its own with the theme, and leaves those of a newer Foyer', async () => {
    const { library, id, edit, texts } = await withDraft(newer);
    await edit();
    const { entries } = await library.handlers.remove({ ids: [id] });
    await library.handlers.discard({ entries });
    expect(await texts()).toEqual([newer]);
  });
});

/** Foyer is killed soon after tags were changed, and another computer's file takes the theme's place. */
describe('tags that were changed before a kill', () => {
  const tags = ['client', 'spring'];

  /** The tags that the theme's versions can bring back. */
  async function tagsKept({ handlers }: Library, id: string): Promise<unknown[]> {
    const { versions } = await handlers.versions({ id });
    const all = versions.map(async ({ version }) => handlers.version({ id, version }));
    return (await Promise.all(all)).flatMap((each) => (each.tags ? [each.tags] : []));
  }

  it.each(['after a version was kept by name', 'before a version is kept by name'])(
    'tags that were changed %s can be had back',
    async (when) => {
      const { folders, library, document, id } = await libraryOfOne();
      if (when.startsWith('after')) await library.handlers.keepVersion({ id, name: 'Rebrand' });
      await library.handlers.setTags({ id, tags });
      if (when.startsWith('before')) await library.handlers.keepVersion({ id, name: 'Rebrand' });
      await library.handlers.versions({ id });
      library.close();
      await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
      const { library: next } = testLibrary(folders);
      expect((await next.current(id)).tags).toEqual(document.tags);
      expect(await tagsKept(next, id)).toEqual([tags]);
      await endLibrary(next);
    },
  );
});
