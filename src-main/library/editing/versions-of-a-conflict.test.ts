import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ConflictChoice } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { contentHash } from '../../storage/storage';
import type { Library } from '../library';
import { failing, held } from '../testing/fake-disk';
import {
  type LibraryFolders,
  libraryOfOne,
  onDay,
  putTheme,
  restarted,
  savedWhenAsked,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});
/**
 * A theme was changed in two places. A person goes on working with the one that became the copy, gives versions of
 * it names, and decides then to keep it: "Name a version to keep it".
 */
describe('named versions of the copy', () => {
  async function conflicted() {
    let now = onDay(1);
    const { library, folders, document, id } = await libraryOfOne(
      {},
      { pace: savedWhenAsked, now: () => now() },
    );
    const { handlers } = library;
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    await library.flush();
    const { themes } = await handlers.list(undefined);
    const copy = themes.find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
    // Our work goes on in the copy.
    const font = (value: string) =>
      handlers.edit({ id: copy, edits: [{ field: 'general.font', value }] });
    await handlers.open({ id: copy });
    await font('Shown to the client');
    await handlers.keepVersion({ id: copy, name: 'As the client approved it' });
    now = onDay(2);
    await font('Tried since');
    await handlers.keepVersion({ id: copy, name: 'Second try' });
    now = onDay(3);
    await font('Settled');
    await library.flush();
    return { library, folders, id, copy };
  }

  /** A bit of the disk has turned in what the approved version holds. */
  async function damageApproved({ profile }: LibraryFolders): Promise<void> {
    const root = join(profile, 'history');
    for (const folder of await readdir(root)) {
      for (const file of await readdir(join(root, folder))) {
        const path = join(root, folder, file);
        const text = await readFile(path, 'utf8');
        await writeFile(path, text.replace('Shown to the client', 'Shown to the CLIENT'));
      }
    }
  }

  /** What a person called versions of a theme, newest first. */
  async function namesOf({ handlers }: Library, id: string): Promise<string[]> {
    const { versions } = await handlers.versions({ id });
    return versions.flatMap(({ name }) => name ?? []);
  }

  it.each<[string, ConflictChoice]>([
    ['the control: both are kept', 'both'],
    ['the copy is kept', 'this'],
  ])('a named version of what is kept stays in its history: %s', async (_name, keep) => {
    const { library, id, copy } = await conflicted();
    await library.handlers.resolveConflict({ id: copy, keep });
    const kept = keep === 'both' ? copy : id;
    expect(await namesOf(library, kept)).toContain('As the client approved it');
  });

  it('named versions come in their order, with their dates, and can be had back', async () => {
    const { library, id, copy } = await conflicted();
    const { handlers } = library;
    await handlers.resolveConflict({ id: copy, keep: 'this' });
    const { versions } = await handlers.versions({ id });
    expect(versions.slice(0, 3).map(({ name, reason, at }) => [name ?? reason, at])).toEqual([
      // What was there in its place.
      ['restored', onDay(3)().toISOString()],
      ['Second try', onDay(2)().toISOString()],
      ['As the client approved it', onDay(1)().toISOString()],
    ]);
    const approved = versions[2]?.version ?? 0;
    expect(await handlers.restoreVersion({ id, version: approved })).toMatchObject({
      // Not what Foyer called the copy.
      name: 'Harbour',
      theme: { general: { font: 'Shown to the client' } },
    });
  });

  it('a decision that was taken back and made again brings none of them twice', async () => {
    const { library, id, copy } = await conflicted();
    const { handlers } = library;
    const { entries } = await handlers.resolveConflict({ id: copy, keep: 'this' });
    await handlers.undo({ id });
    await handlers.restore({ entries });
    await handlers.resolveConflict({ id: copy, keep: 'this' });
    expect(await namesOf(library, id)).toEqual(['Second try', 'As the client approved it']);
  });

  it('one that is damaged does not stand in the way of the decision', async () => {
    const { library, folders, id, copy } = await conflicted();
    const { handlers } = library;
    await damageApproved(folders);
    await handlers.resolveConflict({ id: copy, keep: 'this' });
    expect(await namesOf(library, id)).toEqual(['Second try']);
  });

  type Before = (library: Library, folders: LibraryFolders) => Promise<Library>;
  const unread: [string, Before][] = [
    ['after its history was looked at', (library) => Promise.resolve(library)],
    ['since Foyer was started', (library, folders) => restarted(folders, library)],
  ];

  it.each(unread)('one that the disk doesn’t give %s does neither', async (_since, before) => {
    const made = await conflicted();
    const { folders, id, copy } = made;
    const { versions } = await made.library.handlers.versions({ id: copy });
    const approved =
      versions.find(({ name }) => name === 'As the client approved it')?.version ?? 0;
    const file = join(
      contentHash(copy).slice(0, 32),
      `${String(approved).padStart(12, '0')}.jsonl`,
    );
    const disk = failing('EIO', 'readFrom', (path) => path.endsWith(file));
    const library = await before(made.library, folders);
    const { handlers } = library;
    const { entries, leftVersions } = await handlers.resolveConflict({ id: copy, keep: 'this' });
    // It stays with the copy, and that is told.
    expect(leftVersions).toBe(1);
    expect(await namesOf(library, id)).toEqual(['Second try']);
    disk.heal();
    expect(await handlers.restore({ entries })).toMatchObject({ ids: [copy] });
    expect(await namesOf(library, copy)).toEqual(['Second try', 'As the client approved it']);
  });
});

/**
 * Many themes are being tagged, which takes a while, and a person chooses another library (a copy of the folder, with the
 * same conflict in it): that waits for its turn. The window still shows the first one, and they decide there between two
 * versions of a theme. Whatever comes of the decision, the other library's themes stay where they are.
 */
describe('a decision before another library is chosen', () => {
  /** The files of either library after the decision, and what the bin has. */
  async function decided(isChosen: boolean) {
    const { folders, library, document, id } = await libraryOfOne({}, { mayUse: () => true });
    const { handlers } = library;
    const copy = themeDocument({
      name: 'Harbour (other version)',
      conflictOf: { id, name: document.name },
      theme: { ...newTheme(), customCss: '/* theirs */' },
    });
    const many = themeDocument({ name: 'Quay' });
    await putTheme(folders, 'b.json', copy);
    await putTheme(folders, 'c.json', many);
    const second = join(folders.root, 'second');
    await mkdir(second);
    for (const file of ['a.json', 'b.json']) {
      await copyFile(join(folders.themes, file), join(second, file));
    }
    await library.start();
    await handlers.open({ id });
    await handlers.open({ id: copy.id });

    const writing = held('writeTo', (path) => path.startsWith(folders.themes));
    const tagging = handlers.setTagsOfMany({ themes: [{ id: many.id, tags: ['client'] }] });
    await writing.isReached;
    let using: Promise<unknown> = Promise.resolve();
    if (isChosen) {
      const looking = held('stat', (path) => path === join(second, 'b.json'));
      using = Promise.resolve(handlers.useFolder({ folder: second, move: false }));
      await looking.isReached;
      looking.letGo();
      // It is looked at before it has its turn.
      for (let look = 0; look < 20; look += 1) await readdir(second);
    }
    const outcome = Promise.resolve(handlers.resolveConflict({ id: copy.id, keep: 'this' })).then(
      () => 'decided',
      () => 'refused',
    );
    // It has its turn after those.
    for (let look = 0; look < 20; look += 1) await readdir(second);
    writing.letGo();
    await tagging;
    await using;
    const files = async (folder: string): Promise<string[]> =>
      (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
    return {
      outcome: await outcome,
      first: await files(folders.themes),
      second: await files(second),
    };
  }

  it('the control: no other library is chosen', async () => {
    expect(await decided(false)).toEqual({
      outcome: 'decided',
      first: ['a.json', 'c.json'],
      second: ['a.json', 'b.json'],
    });
  });

  it('another one is chosen before', async () => {
    expect(await decided(true)).toEqual({
      outcome: 'refused',
      first: ['a.json', 'b.json', 'c.json'],
      second: ['a.json', 'b.json'],
    });
  });
});
