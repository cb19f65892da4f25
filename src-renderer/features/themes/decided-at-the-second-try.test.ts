/**
 * A person keeps the version that became the copy. A scanner has the copy's file, and Foyer says so; they press it
 * again, and it is done. Then they take it back. Main is as it is: what the copy was is put in the theme's place before
 * the copy goes to the bin (src-main/library/editing/refused-after-it-replaced.test.ts).
 */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import { decideConflict } from './theme-actions';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

const ours: Theme = { ...newTheme(), customCss: '/* ours, a day of work */' };
const theirs: Theme = { ...newTheme(), customCss: '/* theirs */' };

it.each<[string, boolean]>([
  ['the control: it is done at the first try', false],
  ['it was refused once', true],
])('gives the theme back what it was: %s', async (_name, isHeld) => {
  let theme = ours;
  const before: Theme[] = [];
  let version = 1;
  let isRestored = false;
  let isBusy = isHeld;
  const said = (id: string): OpenTheme => ({
    ...{ id, version: id === 'copy' ? 1 : version, name: 'Harbour', tags: [] },
    ...{ theme: id === 'copy' ? theirs : theme, isReadOnly: false },
    ...{ canUndo: before.length > 0, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
  });
  /** As a session does: nothing happens where nothing differs. */
  const put = (now: Theme): void => {
    if (JSON.stringify(now) === JSON.stringify(theme)) return;
    before.push(theme);
    theme = now;
    version += 1;
  };
  installFakeMain({
    library: {
      list: () => ({ revision: 1, themes: [], unreadable: [], folder: '/f' }),
      open: ({ id }) => said(id),
      edit: ({ id, edits }) => {
        put(edits.reduce(withThemeField, theme));
        return said(id);
      },
      undo: ({ id }) => {
        theme = before.pop() ?? theme;
        version += 1;
        return said(id);
      },
      resolveConflict: () => {
        put(theirs);
        if (!isBusy) return { entries: ['copy-1'] };
        throw new ProblemError({ code: 'storageFailed', path: '/f/b.json', detail: 'EBUSY' });
      },
      restore: ({ entries }) => {
        isRestored = true;
        return { ids: ['copy'], entries, problem: null, alreadyHere: 0, unlinked: 0 };
      },
    },
  });
  await library.start();
  const decide = () => decideConflict({ id: 'copy' }, 'this', { id: 'theme' });
  if (isHeld) {
    await expect(decide()).rejects.toThrow();
    isBusy = false;
  }
  await decide();
  expect(theme.customCss).toBe('/* theirs */');
  undoLatestToast();
  await vi.waitFor(() => expect(isRestored).toBe(true));
  // Both versions are there again, and not one of them twice.
  expect(theme.customCss).toBe('/* ours, a day of work */');
});
