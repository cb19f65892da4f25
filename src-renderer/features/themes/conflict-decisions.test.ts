/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render, screen } from '@testing-library/svelte';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Preferences, preferencesSchema } from '@shared/bridge/app';
import type { ConflictChoice, OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import { createLibrary, largestThemeFile, type Library } from '../../../src-main/library/library';
import { newId, openDocumentFolder } from '../../../src-main/storage/storage';
import { bridge } from '../../bridge';
import { app } from '../../state/app.svelte';
import { favourites } from '../../state/favourites.svelte';
import { leftTheBin } from '../../state/library-undo';
import { library, library as state } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import { latestUndo, undoLatestToast } from '../../ui/toast';
import { decideConflict } from './conflict-decision';
import { deleteThemes } from './theme-actions';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
  for (const { id } of reports.list) reports.dismiss(id);
});

/**
 * A person keeps one of two versions whose style sheets, names and tags differ, works on one of these, and
 * presses `Ctrl Z` in the library later. What was changed since stays; all else is as before the decision.
 */
describe('a theme is edited after the decision, which is taken back', () => {
  const theirs: Theme = { ...newTheme(), customCss: '/* theirs */' };
  const ours: Theme = { ...newTheme(), customCss: '/* ours */' };
  type Content = Pick<OpenTheme, 'name' | 'tags' | 'theme'>;
  const before: Content = { name: 'Harbour', tags: ['sea'], theme: theirs };
  const kept: Content = { name: 'Port', tags: ['sea', 'night'], theme: ours };

  const id = 'theme';
  const worked = '/* ours, and an hour of work */';
  const edit = (field: 'general.font' | 'customCss', value: string) => () =>
    bridge.library.edit({ id, edits: [{ field, value }] });
  const font = { ...theirs, general: { ...theirs.general, font: 'Lora' } };

  it.each<[string, () => Promise<unknown>, Partial<Content>]>([
    ['the control: another field', edit('general.font', 'Lora'), { theme: font }],
    ['the style sheet', edit('customCss', worked), { theme: { ...theirs, customCss: worked } }],
    ['the name', () => bridge.library.rename({ id, name: 'Quay' }), { name: 'Quay' }],
    ['the tags', () => bridge.library.setTags({ id, tags: ['red'] }), { tags: ['red'] }],
  ])('what was edited after the decision stays: %s', async (_name, work, stays) => {
    let now = before;
    let version = 1;
    let isRestored = false;
    const said = (one: string): OpenTheme => ({
      ...(one === 'copy' ? { id: one, version: 1, ...kept } : { id: one, version, ...now }),
      ...{ canUndo: version > 1, canRedo: false, isReadOnly: false, places: [], publications: {} },
      save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
    });
    const change = (changes: Partial<Content>): undefined => {
      now = { ...now, ...changes };
      version += 1;
    };
    installFakeMain({
      library: {
        list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
        open: ({ id: one }) => said(one),
        edit: ({ edits }) => {
          change({ theme: edits.reduce(withThemeField, now.theme) });
          return said(id);
        },
        rename: ({ name }) => {
          const { name: replaced } = now;
          change({ name });
          return { replaced };
        },
        setTags: ({ tags }) => change({ tags }),
        resolveConflict: () => {
          change(kept);
          return { entries: ['copy-1'] };
        },
        restore: ({ entries }) => {
          isRestored = true;
          return { ids: ['copy'], entries, problem: null, alreadyHere: 0, unlinked: 0 };
        },
      },
    });
    await library.start();
    await decideConflict({ id: 'copy' }, 'this', { id });
    await work();
    undoLatestToast();
    await vi.waitFor(() => expect(isRestored).toBe(true));
    expect(now).toEqual({ ...before, ...stays });
  });
});

/**
 * The same on the real library: once Foyer was quit, what the undo of a decision took
 * the place of is nowhere, neither in the theme, nor in its history, nor in the bin.
 */
describe('what the undo of a decision takes the place of, in the real library', () => {
  const worked = '/* ours, and an hour of work */';

  function started(root: string): Library {
    const quiet = { info: () => {}, warn: () => {}, error: () => {} };
    return createLibrary({
      folder: openDocumentFolder(join(root, 'themes'), {
        maxBytes: largestThemeFile,
        settleMs: 20,
      }),
      profileFolder: join(root, 'profile'),
      startersFolder: join(root, 'none'),
      names: { untitled: () => 'Untitled', copy: (name) => name, conflict: (name) => name },
      connections: () => [],
      log: quiet,
    });
  }

  /** Every style sheet that a person can have back after the next start. */
  async function all({ handlers }: Library): Promise<(string | undefined)[]> {
    const { themes } = await handlers.list(undefined);
    const { themes: binned } = await handlers.bin(undefined);
    const kept: (string | undefined)[] = [];
    for (const id of new Set([...themes, ...binned].map((theme) => theme.id))) {
      for (const { version } of (await handlers.versions({ id })).versions)
        kept.push((await handlers.version({ id, version })).theme.customCss);
    }
    return [...themes.map(({ theme }) => theme.customCss), ...kept];
  }

  it.each<[string, boolean]>([
    ['the control: the decision is not taken back', false],
    ['the decision is taken back', true],
  ])(
    'what was edited after a decision can be had after the next start: %s',
    async (_name, isUndone) => {
      const root = await mkdtemp(join(tmpdir(), 'foyer-decided-'));
      onTestFinished(() => rm(root, { recursive: true, force: true }));
      await mkdir(join(root, 'themes'));
      const put = async (file: string, customCss: string, more: object = {}): Promise<string> => {
        const id = newId();
        const theme = { ...newTheme(), customCss };
        const document = { format: 1, id, name: 'Harbour', tags: [], publications: {}, theme };
        const updatedAt = '2026-01-02T03:04:05.000Z';
        await writeFile(
          join(root, 'themes', file),
          JSON.stringify({ ...document, updatedAt, ...more }),
        );
        return id;
      };
      const id = await put('a.json', '/* theirs */');
      const copy = await put('b.json', '/* ours */', { conflictOf: { id, name: 'Harbour' } });
      const library = started(root);
      const main = installFakeMain({ library: library.handlers });
      onTestFinished(library.onChange((change) => main.emit('library.changed', change)));
      await library.start();
      await state.start();
      await decideConflict({ id: copy }, 'this', { id });
      await library.handlers.edit({ id, edits: [{ field: 'customCss', value: worked }] });
      await library.saveEdits();
      if (isUndone) {
        undoLatestToast();
        await vi.waitFor(() => expect(state.themes).toHaveLength(2));
      }
      state.end();
      await library.flush();
      library.close();
      const next = started(root);
      onTestFinished(() => next.close());
      expect(await all(next)).toContain(worked);
    },
  );
});

/**
 * A person keeps the copy of a conflict, whose look the theme has from then on, and deletes the copy for good: the
 * bin is emptied. The decision can't be taken back any more then, like any deletion (undoOfDeletion): taking
 * back its half puts the refused version in the theme's place, and the one that was kept is nowhere.
 */
describe('a decision is taken back after the bin was emptied', () => {
  const ours = '/* ours, and an hour of work */';

  function started(root: string): Library {
    const quiet = { info: () => {}, warn: () => {}, error: () => {} };
    return createLibrary({
      folder: openDocumentFolder(join(root, 'themes'), {
        maxBytes: largestThemeFile,
        settleMs: 20,
      }),
      profileFolder: join(root, 'profile'),
      startersFolder: join(root, 'none'),
      names: { untitled: () => 'Untitled', copy: (name) => name, conflict: (name) => name },
      connections: () => [],
      log: quiet,
    });
  }

  /** The two versions of a theme, in a library that a window shows. */
  async function conflict() {
    const root = await mkdtemp(join(tmpdir(), 'foyer-decided-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    await mkdir(join(root, 'themes'));
    const put = async (file: string, customCss: string, more: object = {}): Promise<string> => {
      const id = newId();
      const theme = { ...newTheme(), customCss };
      const document = { format: 1, id, name: 'Harbour', tags: [], publications: {}, theme };
      const updatedAt = '2026-01-02T03:04:05.000Z';
      const text = JSON.stringify({ ...document, updatedAt, ...more });
      await writeFile(join(root, 'themes', file), text);
      return id;
    };
    const id = await put('a.json', '/* theirs */');
    const copy = await put('b.json', ours, { conflictOf: { id, name: 'Harbour' } });
    const library = started(root);
    const main = installFakeMain({ library: library.handlers });
    onTestFinished(library.onChange((change) => main.emit('library.changed', change)));
    await library.start();
    await state.start();
    onTestFinished(() => state.end());
    return { root, id, copy, library };
  }

  /** As the bin's screen does it. */
  async function emptyBin({ handlers }: Library): Promise<void> {
    const { themes } = await handlers.bin(undefined);
    const entries = themes.map(({ entry }) => entry);
    expect(await handlers.discard({ entries })).toMatchObject({ entries });
    leftTheBin(entries);
  }

  it('the control: a deletion is not offered to be taken back once the bin was emptied', async () => {
    const { library, copy } = await conflict();
    onTestFinished(() => library.close());
    await deleteThemes([{ id: copy, name: 'Harbour' }]);
    expect(latestUndo()).toBe('Harbour deleted');
    await emptyBin(library);
    expect(latestUndo()).toBeUndefined();
  });

  it('neither is the decision of a conflict', async () => {
    const { library, id, copy } = await conflict();
    onTestFinished(() => library.close());
    await decideConflict({ id: copy }, 'this', { id });
    await emptyBin(library);
    expect(latestUndo()).toBeUndefined();
  });

  it.each<[string, boolean]>([
    ['the control: Ctrl Z is not pressed', false],
    ['Ctrl Z is pressed', true],
  ])('the version that was kept can be had after the next start: %s', async (_name, isPressed) => {
    const { root, library, id, copy } = await conflict();
    await decideConflict({ id: copy }, 'this', { id });
    await emptyBin(library);
    if (isPressed && undoLatestToast()) {
      await vi.waitFor(() => expect(reports.list).not.toEqual([]));
    }
    await library.flush();
    library.close();
    const next = started(root);
    onTestFinished(() => next.close());
    const { themes } = await next.handlers.list(undefined);
    const all = themes.map(({ theme }) => theme.customCss);
    for (const { version } of (await next.handlers.versions({ id })).versions)
      all.push((await next.handlers.version({ id, version })).theme.customCss);
    expect(all).toContain(ours);
  });
});

/** A version of a copy that is kept can't be read, and stays with the copy in the bin: a person is told. */
describe('a version that stays with the copy', () => {
  const open = ({ id }: { id: string }): OpenTheme => ({
    ...{ id, version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: false, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
  });

  it.each([
    ['the control: of none, nothing is said', {}, 'Kept this version'],
    [
      'of one',
      { leftVersions: 1 },
      'Kept this version. 1 version in its history couldn’t be read and stays with the copy in the bin.',
    ],
    [
      'of several',
      { leftVersions: 2 },
      'Kept this version. 2 versions in its history couldn’t be read and stay with the copy in the bin.',
    ],
  ])('%s', async (_name, left, text) => {
    installFakeMain({
      library: { open, resolveConflict: () => ({ entries: ['copy-1'], ...left }) },
    });
    render(Toasts);
    await decideConflict({ id: 'copy' }, 'this', { id: 'theme' });
    expect(await screen.findByText(text)).toBeVisible();
  });
});

/** A copy with a star is kept, and the theme of which it is the other version has its look then: and its star. */
describe('the stars of the two versions', () => {
  /** The copy of `theme`, decided on by a person who has given these stars. */
  async function decided(keep: ConflictChoice, stars: readonly string[], isRefused = false) {
    let preferences: Preferences = {
      ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
      favourites: [...stars],
    };
    const restore = vi.fn(({ entries }: { entries: string[] }) => ({
      ...{ ids: ['copy'], entries, problem: null, alreadyHere: 0, unlinked: 0 },
    }));
    const said = (id: string): OpenTheme => ({
      ...{ id, version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
      ...{ canUndo: false, canRedo: false, places: [], publications: {} },
      save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
    });
    installFakeMain({
      app: {
        state: () => ({
          ...{ preferences, platform: 'linux' as const, version: '1', electron: '1' },
          ...{ hasKnownHoles: false, isFirstRun: false },
        }),
        setPreferences: (changes) => {
          if (isRefused) throw new ProblemError({ code: 'storageFull', path: '/profile' });
          return (preferences = preferencesSchema.parse({ ...preferences, ...changes }));
        },
      },
      library: {
        list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
        open: ({ id }) => said(id),
        resolveConflict: () => ({ entries: keep === 'both' ? [] : ['copy-1'] }),
        restore,
      },
    });
    await app.start();
    await library.start();
    await decideConflict({ id: 'copy' }, keep, { id: 'theme' });
    return { restore };
  }

  it('the theme has the star of the copy that is kept', async () => {
    await decided('this', ['copy', 'another']);
    expect(favourites.ids).toEqual(new Set(['theme', 'copy', 'another']));
  });

  it.each<[string, ConflictChoice, string[]]>([
    ['the copy has none', 'this', ['another']],
    ['both have one', 'this', ['theme', 'copy']],
    ['the other version is kept', 'other', ['copy']],
    ['both are kept', 'both', ['copy']],
  ])('no star is given or taken where %s', async (_name, keep, stars) => {
    await decided(keep, stars);
    expect([...favourites.ids]).toEqual(stars);
  });

  it('the theme has it no more once the decision is taken back', async () => {
    const { restore } = await decided('this', ['copy']);
    expect(favourites.has('theme')).toBe(true);
    undoLatestToast();
    await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce());
    expect([...favourites.ids]).toEqual(['copy']);
  });

  it('the decision that was carried out can be taken back where the star is refused', async () => {
    const { restore } = await decided('this', ['copy'], true);
    expect(reports.list.map(({ problem }) => problem.code)).toEqual(['storageFull']);
    undoLatestToast();
    await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce());
  });
});
