/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render, screen } from '@testing-library/svelte';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import { createLibrary, largestThemeFile, type Library } from '../../../src-main/library/library';
import { newId, openDocumentFolder } from '../../../src-main/storage/storage';
import { bridge } from '../../bridge';
import { library, library as state } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { forgetSteps } from '../../testing/forgotten-steps';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import { decideConflict } from './conflict-decision';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => forgetSteps());

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
