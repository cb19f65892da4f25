import { describe, expect, it, vi } from 'vitest';
import { newTheme, type ThemeDocument } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import {
  libraryOfOne,
  putTheme,
  putThemeOf,
  temporaryLibraryFolders,
  testLibrary,
  themeState,
} from '../testing/fixture-library';
import { mostUnnamed, type NewVersion } from './history';
import { UnkeptVersions } from './unkept-versions';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** Edits that another computer wrote over while the history's disk refuses them: a quit would lose them. */
describe('edits that a quit would lose', () => {
  it('are told before the end, until they are a version; what the theme is now is not', async () => {
    const { library, folders, document, id } = await libraryOfOne({}, { versionRetryMs: 60_000 });
    await library.handlers.open({ id });
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    expect(await library.saveEdits()).toEqual([]);
    const disk = failing('ENOSPC', 'writeTo', (path) => path.includes('history'));
    const taken = themeState(library, id, ({ theme }) => theme.customCss === '/* theirs */');
    await putTheme(folders, 'a.json', {
      ...document,
      theme: { ...newTheme(), customCss: '/* theirs */' },
    });
    await library.rescan();
    await taken;
    await vi.waitFor(async () =>
      expect(await library.saveEdits()).toMatchObject([
        { kind: 'version', name: 'Harbour', problem: { code: 'storageFull' } },
      ]),
    );
    disk.heal();
    expect(await library.saveEdits()).toEqual([]);
    // What it was when it was opened, and the edit.
    expect((await library.handlers.versions({ id })).versions).toHaveLength(2);
  });
});

/**
 * Tags were edited, and another computer wrote others while the history's disk refuses what a theme was: a quit would
 * lose them, and asks first, as for any other edit.
 */
describe('tags that a quit would lose', () => {
  const theirs: Partial<ThemeDocument> = {
    tags: ['theirs'],
    updatedAt: '2026-03-03T03:03:03.000Z',
  };

  it.each([
    ['the control: they wrote another name, too', { ...theirs, name: 'Theirs' }],
    ['they wrote other tags alone', theirs],
  ])('they are told before the end: %s', async (_name, written) => {
    const { library, folders, document, id } = await libraryOfOne({}, { versionRetryMs: 60_000 });
    // The library lies on another disk than the profile, whose disk is full.
    const disk = failing('ENOSPC', 'writeTo', (path) => path.includes('history'));
    await library.handlers.open({ id });
    await library.handlers.setTags({ id, tags: ['client', 'spring'] });
    const taken = themeState(library, id, ({ tags }) => tags.includes('theirs'));
    // At once: read by half, it would be a damaged file for a moment.
    await putThemeOf(new Date(), folders, 'a.json', { ...document, ...written });
    await library.rescan();
    await taken;
    await vi.waitFor(async () =>
      expect(await library.saveEdits()).toContainEqual(
        expect.objectContaining({ kind: 'version', name: 'Harbour' }),
      ),
    );
    disk.heal();
    expect(await library.saveEdits()).toEqual([]);
    const { versions } = await library.handlers.versions({ id });
    const tags = [];
    for (const { version } of versions)
      tags.push((await library.handlers.version({ id, version })).tags);
    expect(tags).toContainEqual(['client', 'spring']);
  });
});

/**
 * Many themes come while the profile's disk is full, and the library lies on another one. What each came as is kept once
 * there is room again, as of the few; a quit before that asks, and names what it would lose.
 */
describe('many versions on a full disk', () => {
  const nothing = (): void => undefined;

  async function imported(count: number) {
    const folders = await temporaryLibraryFolders();
    const { library } = testLibrary(folders, { versionRetryMs: 60_000 });
    const disk = failing('ENOSPC', 'writeTo', (path) => path.includes('history'));
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const name = `Theme ${String(at)}`;
      const added = await library.addForeign({
        ...{ name, tags: [], theme: newTheme(), picturesWait: false },
      });
      ids.push(added.id);
    }
    const toLose = (await library.saveEdits()).length;
    disk.heal();
    expect(await library.saveEdits()).toEqual([]);
    let kept = 0;
    for (const id of ids) kept += (await library.handlers.versions({ id })).versions.length;
    return { toLose, kept };
  }

  it.each([
    ['the control: some', 20],
    ['many', 230],
  ])(
    'are all kept: %s',
    async (_name, count) => {
      expect(await imported(count)).toEqual({ toLose: count, kept: count });
    },
    60_000,
  );

  it('of one theme the newest wait, as many as its history would keep', async () => {
    const unkept = new UnkeptVersions({
      history: { keep: () => Promise.reject(new Error('full')) },
      retryMs: 60_000,
      log: { info: nothing, warn: nothing, error: nothing },
    });
    const names = Array.from({ length: mostUnnamed + 3 }, (_none, at) => String(at));
    const version = (name: string): NewVersion => ({
      ...{ content: { name, theme: newTheme() }, reason: 'paused', at: '2026-01-02T00:00:00.000Z' },
    });
    await unkept.keep('other', version('of another theme'));
    for (const name of names) await unkept.keep('one', version(name));
    const waiting = unkept.waiting.map(({ version: { content } }) => content.name);
    expect(waiting).toEqual(['of another theme', ...names.slice(3)]);
    unkept.close();
  });
});
