/**
 * A person keeps one of two versions whose style sheets, names and tags differ, works on one of these, and
 * presses `Ctrl Z` in the library later. What was changed since stays; all else is as before the decision.
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
import { decideConflict } from './conflict-decision';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

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
