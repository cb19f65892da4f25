/**
 * A person keeps the version that became the copy, which has another name by now: the theme is called that. Right then
 * a sync program has the theme's file for a moment. When it is back they take the decision back: the theme is called
 * what it was before.
 */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import { decideConflict } from './conflict-decision';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

const shown = (id: string, version: number, name: string, css: string): OpenTheme => ({
  ...{ id, version, name, tags: [], theme: { ...newTheme(), customCss: css } },
  ...{ isReadOnly: false, places: [], publications: {}, canUndo: true, canRedo: false },
  save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
});

it.each([
  ['the control: it is there', false, '/* ours */'],
  ['it is away for a moment', true, '/* ours */'],
  ['it is away for a moment, and the versions differ by their names alone', true, '/* theirs */'],
])('%s', async (_name, isTaken, ours) => {
  let now = shown('theme', 1, 'Harbour', '/* theirs */');
  let isAway = false;
  const main = installFakeMain({
    library: {
      list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
      open: ({ id }) => {
        if (id === 'copy') return shown('copy', 1, 'Port', ours);
        if (isAway) throw new ProblemError({ code: 'notFound', what: 'theme' });
        return now;
      },
      resolveConflict: () => {
        now = shown('theme', 2, 'Port', ours);
        isAway = isTaken;
        return { entries: ['copy-1'] };
      },
      undo: () => (now = shown('theme', 3, 'Harbour', '/* theirs */')),
      edit: () => (now = { ...now, theme: { ...now.theme, customCss: '/* theirs */' } }),
      rename: ({ name }) => {
        const { name: replaced } = now;
        now = { ...now, name };
        return { replaced };
      },
      restore: () => ({
        ...{ ids: ['copy'], entries: ['copy-1'], problem: null, alreadyHere: 0, unlinked: 0 },
      }),
    },
  });
  await library.start();
  await decideConflict({ id: 'copy' }, 'this', { id: 'theme' });
  isAway = false;
  if (isTaken) now = { ...now, version: 3 };
  undoLatestToast();
  await vi.waitFor(() => expect(main.log.at(-1)?.name).toBe('library.restore'));
  expect([now.name, now.theme.customCss]).toEqual(['Harbour', '/* theirs */']);
});
