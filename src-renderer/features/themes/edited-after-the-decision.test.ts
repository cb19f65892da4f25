/**
 * A person keeps one of two versions whose style sheets differ, works on that style sheet in the studio, and presses
 * `Ctrl Z` in the library later. Anything changed since an action is left alone by its undo (docs/guide.md, *Themes*), as
 * it is for a name that was changed once more.
 */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import { bridge } from '../../bridge';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import { decideConflict } from './theme-actions';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

const theirs: Theme = { ...newTheme(), customCss: '/* theirs */' };
const ours: Theme = { ...newTheme(), customCss: '/* ours */' };
const worked = '/* ours, and an hour of work */';

it.each<[string, 'customCss' | 'general.font', string]>([
  ['the control: another field', 'general.font', 'Lora'],
  ['the style sheet', 'customCss', worked],
])('what was edited after the decision stays: %s', async (_name, field, value) => {
  let theme = theirs;
  let version = 1;
  let isRestored = false;
  const said = (id: string): OpenTheme => ({
    ...{ id, version: id === 'copy' ? 1 : version, name: 'Harbour', tags: [] },
    ...{ theme: id === 'copy' ? ours : theme, isReadOnly: false },
    ...{ canUndo: version > 1, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
  });
  installFakeMain({
    library: {
      list: () => ({ revision: 1, themes: [], unreadable: [], folder: '/f' }),
      open: ({ id }) => said(id),
      edit: ({ id, edits }) => {
        theme = edits.reduce(withThemeField, theme);
        version += 1;
        return said(id);
      },
      resolveConflict: () => {
        theme = ours;
        version += 1;
        return { entries: ['copy-1'] };
      },
      restore: ({ entries }) => {
        isRestored = true;
        return { ids: ['copy'], entries, problem: null, alreadyHere: 0, unlinked: 0 };
      },
    },
  });
  await library.start();
  await decideConflict({ id: 'copy' }, 'this', { id: 'theme' });
  await bridge.library.edit({ id: 'theme', edits: [{ field, value }] });
  undoLatestToast();
  // Whether the copy comes back is another matter.
  await vi.waitFor(() => expect(isRestored).toBe(true)).catch(() => undefined);
  const { customCss, general } = theme;
  expect(field === 'customCss' ? customCss : general.font).toBe(value);
});
