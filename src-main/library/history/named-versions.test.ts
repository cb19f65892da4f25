import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type VersionContent, versionContentSchema } from '@shared/theme-versions';
import type { ThemeEdit } from '@shared/theme/fields';
import { newTheme, publicationKey, type Theme } from '@shared/theme/theme';
import type { Library } from '../library';
import { failing, held } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  problem,
  restarted,
  temporaryLibraryFolders,
  testLibrary,
  themeState,
} from '../testing/fixture-library';
import { History } from './history';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/**
 * A version was kept while the theme had a part that undo or redo had put back. A person gives that version a name,
 * so that it is kept for good.
 */
describe('a version is named that was kept after a redo', () => {
  /** As it comes from a bot file that says nothing of the roundness. */
  function withoutRoundness(): Theme {
    const { roundness: _none, ...theme } = newTheme();
    return { ...theme, customCss: '.typebot-container { color: teal }' };
  }

  /** As it comes from a bot file without avatars. */
  function withoutAvatars(): Theme {
    const theme = newTheme();
    const { hostAvatar: _host, guestAvatar: _guest, ...chat } = theme.chat;
    return { ...theme, chat };
  }

  const round: ThemeEdit = { field: 'roundness', value: 'large' };
  const avatar: ThemeEdit = { field: 'chat.hostAvatar.isEnabled', value: true };

  /** Edits once, and goes back and forth as a person does who compares the two looks. */
  async function editBackAndForth(library: Library, id: string, edit: ThemeEdit): Promise<void> {
    await library.handlers.edit({ id, edits: [edit] });
    await library.handlers.undo({ id });
    await library.handlers.redo({ id });
  }

  async function editOnce(library: Library, id: string, edit: ThemeEdit): Promise<void> {
    await library.handlers.edit({ id, edits: [edit] });
  }

  it.each([
    ['the control: a roundness that was chosen', withoutRoundness, round, editOnce],
    ['a roundness that was chosen, undone and redone', withoutRoundness, round, editBackAndForth],
    ['the control: an avatar that was switched on', withoutAvatars, avatar, editOnce],
    ['an avatar that was switched on, undone and redone', withoutAvatars, avatar, editBackAndForth],
  ])('a version of %s can be had back once it has a name', async (_name, theme, edit, work) => {
    const { library: before, folders, id } = await libraryOfOne({ theme: theme() });
    await before.handlers.open({ id });
    await work(before, id, edit);
    // What was edited becomes a version when Foyer quits.
    const library = await restarted(folders, before);
    const [newest] = (await library.handlers.versions({ id })).versions;
    const version = newest?.version ?? 0;
    const content = await library.handlers.version({ id, version });
    await library.handlers.nameVersion({ id, version, name: 'Before the launch' });

    // The list goes on showing it, under its name, and counts none that can't be read.
    const { versions, unreadable } = await library.handlers.versions({ id });
    expect(versions[0]).toMatchObject({ version, name: 'Before the launch' });
    expect(unreadable).toBe(0);
    expect(await library.handlers.version({ id, version })).toEqual(content);
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Later' }] });
    const restored = await library.handlers.restoreVersion({ id, version });
    expect(restored.theme).toEqual(content.theme);
  });

  it('a version that was kept by hand can be had back after it got another name', async () => {
    const { library, id } = await libraryOfOne({ theme: withoutRoundness() });
    await library.handlers.open({ id });
    await editBackAndForth(library, id, round);
    const { version } = await library.handlers.keepVersion({ id, name: 'Lunch' });
    expect((await library.handlers.version({ id, version })).theme.roundness).toBe('large');
    await library.handlers.nameVersion({ id, version, name: 'Launch' });
    expect((await library.handlers.version({ id, version })).theme.roundness).toBe('large');
  });
});

/**
 * A theme from a bot file without a guest's avatar got one since. A person restores the imported version to look at
 * it, takes that back, publishes, and names what was published so that it is kept for good.
 */
describe('a version is named that was published after a restore', () => {
  it.each([
    ['the control: nothing was restored in between', false],
    ['an older version was restored, and that was undone', true],
  ])('what was published can be had back once it has a name: %s', async (_name, isRestored) => {
    const { chat, ...rest } = newTheme();
    const { guestAvatar: _none, ...others } = chat;
    const { library, id } = await libraryOfOne({ theme: { ...rest, chat: others } });
    const { handlers } = library;
    await handlers.open({ id });
    const { version: imported } = await handlers.keepVersion({ id, name: 'As imported' });
    await handlers.edit({ id, edits: [{ field: 'chat.guestAvatar.isEnabled', value: true }] });
    if (isRestored) {
      await handlers.restoreVersion({ id, version: imported });
      await handlers.undo({ id });
    }
    const { name, theme } = await library.saved(id);
    await library.setPublication(id, publicationKey(northwind), {
      templateId: 'template',
      at: '2026-11-20T10:00:00.000Z',
      sent: { name, theme },
    });
    const { versions } = await handlers.versions({ id });
    const published = versions.find(({ reason }) => reason === 'published');
    const version = published?.version ?? 0;
    const content = await handlers.version({ id, version });
    await handlers.nameVersion({ id, version, name: 'Live since November' });
    expect(await handlers.version({ id, version })).toEqual(content);
  });
});

/**
 * A version was named by an earlier Foyer, which wrote what it holds anew in another order and left the hash of the
 * former one. All of it is there, so that it can be had back.
 */
describe('a version that an earlier Foyer named', () => {
  const { roundness, ...others } = newTheme();
  /** The roundness stands first, where the order of a theme has it last. */
  const chosen: VersionContent = { name: 'Harbour', theme: { roundness, ...others } };
  const untold = () => undefined;

  /** A version of this, as the earlier Foyer left it, and after that what else happened to its second line. */
  async function namedVersion(
    content: VersionContent,
    change: (line: string) => string = (line) => line,
  ): Promise<History> {
    const { profile } = await temporaryLibraryFolders();
    await new History(profile, untold).keep('a', { content, reason: 'paused', at: 'then' });
    const root = join(profile, 'history');
    const [folder = ''] = await readdir(root);
    const path = join(root, folder, '000000000001.jsonl');
    const [head = '', line = ''] = (await readFile(path, 'utf8')).split('\n');
    const reordered = JSON.stringify(versionContentSchema.parse(JSON.parse(line)));
    expect(reordered).not.toBe(line);
    const named = head.replace('"name":null', '"name":"Launch"');
    await writeFile(path, `${named}\n${change(reordered)}\n`);
    return new History(profile, untold);
  }

  it('what it holds can be had back, and it can get another name', async () => {
    const history = await namedVersion(chosen);
    expect(await history.content('a', 1)).toEqual(chosen);
    await history.rename('a', 1, 'Lunch');
    expect(await history.content('a', 1)).toEqual(chosen);
    expect((await history.list('a')).versions).toMatchObject([{ version: 1, name: 'Lunch' }]);
  });

  it.each<[string, VersionContent, (line: string) => string]>([
    ['its theme was damaged since', chosen, (line) => line.replace('Open Sans', 'Open Cans')],
    ['it is no JSON any more', chosen, (line) => line.replace('{', '[')],
    ['it has tags, of which nothing tells', { ...chosen, tags: ['blue'] }, (line) => line],
  ])('it counts as damaged where %s', async (_name, content, change) => {
    const history = await namedVersion(content, change);
    await expect(history.content('a', 1)).rejects.toMatchObject(problem('fileDamaged'));
  });
});

/** The disk refuses one version, and takes the next one: that was handed in before the refusal was known. */
describe('a version that a person keeps after one that the disk refused', () => {
  it.each([
    ['the control: once it is kept', false],
    ['before it is refused', true],
  ])('the version that a person keeps is the newest: %s', async (_name, isRefused) => {
    const { library, id } = await libraryOfOne({}, { versionRetryMs: 20 });
    await library.handlers.open({ id });
    const isHistory = (path: string) => path.includes('/history/');
    const slow = isRefused ? held('writeTo', isHistory) : undefined;
    // What it was before the edit is a version from here on.
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await slow?.isReached;
    const disk = isRefused
      ? failing('EIO', 'link', (path) => path.endsWith('000000000001.jsonl'))
      : undefined;
    const keeping = library.handlers.keepVersion({ id, name: 'Kept' });
    slow?.letGo();
    await keeping;
    disk?.heal();
    await vi.waitFor(async () =>
      expect((await library.handlers.versions({ id })).versions).toHaveLength(2),
    );
    const { versions } = await library.handlers.versions({ id });
    expect(versions.map(({ name }) => name)).toEqual(['Kept', null]);
  });

  it('the version that a person keeps is the newest while an earlier one can’t be read', async () => {
    const { library: before, folders, id } = await libraryOfOne();
    await before.handlers.keepVersion({ id, name: 'Earlier' });
    await endLibrary(before);
    const unread = failing('EIO', 'readFrom', (path) => path.endsWith('000000000001.jsonl'));
    const disk = failing('EIO', 'link', (path) => path.endsWith('000000000002.jsonl'));
    const { library } = testLibrary(folders, { versionRetryMs: 60_000 });
    await library.handlers.open({ id });
    // What it was before the edit is refused.
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await library.handlers.versions({ id });
    disk.heal();
    await library.handlers.keepVersion({ id, name: 'Kept' });
    await library.saveEdits();
    unread.heal();
    const { versions } = await library.handlers.versions({ id });
    expect(versions.map(({ name }) => name)).toEqual(['Kept', null, 'Earlier']);
  });
});

/** A person keeps a version. The disk takes it, and does not let go of the noted edits that it holds. */
describe('a version that a person keeps, and noted edits that the disk holds', () => {
  it.each([
    ['the control: it lets go of them', false],
    ['another program has them open', true],
  ])('what is said not to be kept is not there: %s', async (_name, isOpen) => {
    const { library, id } = await libraryOfOne();
    await library.handlers.open({ id });
    const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await saved;
    await library.handlers.versions({ id });
    if (isOpen) failing('EBUSY', 'unlink', (path) => path.endsWith('edited.jsonl'));
    const keeping = Promise.resolve(library.handlers.keepVersion({ id, name: 'Kept' }));
    const isKept = await keeping.then(
      () => true,
      () => false,
    );
    const { versions } = await library.handlers.versions({ id });
    expect(versions.filter(({ name }) => name === 'Kept')).toHaveLength(isKept ? 1 : 0);
  });
});
