/** A version of a copy that is kept can't be read, and stays with the copy in the bin: a person is told. */
import { render, screen } from '@testing-library/svelte';
import { beforeAll, expect, it } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import { decideConflict } from './conflict-decision';

beforeAll(() => layers.load(), 120_000);

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
