/**
 * A colleague has renamed a theme in the shared folder, which nobody here was told yet, and a person renames it here.
 * Ctrl Z takes back what the person did, and not what the colleague did before.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { render } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  libraryOfOne,
  putTheme,
  themesOnDisk,
} from '../../../src-main/library/testing/fixture-library';
import { renameTheme } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import { undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});
afterEach(() => library.end());

/** What the theme is called in its file once it was renamed and that was taken back. */
async function afterUndo(isRenamedByOthers: boolean): Promise<string> {
  const { folders, library: room, document, id } = await libraryOfOne({ name: 'Harbour' });
  const main = installFakeMain({ library: room.handlers });
  room.onChange((change) => main.emit('library.changed', change));
  await library.start();
  render(Toasts);
  if (isRenamedByOthers) await putTheme(folders, 'a.json', { ...document, name: 'Quay' });
  await renameTheme({ id, name: 'Harbour' }, 'Pier');
  const onDisk = async (): Promise<string> => (await themesOnDisk(folders))[0]?.name ?? '';
  expect(await onDisk()).toBe('Pier');
  await vi.waitFor(() => expect(library.themes[0]?.name).toBe('Pier'));
  expect(undoLatestToast()).toBe(true);
  await vi.waitFor(async () => expect(await onDisk()).not.toBe('Pier'));
  return onDisk();
}

it('the control: nobody else has renamed it', async () => {
  expect(await afterUndo(false)).toBe('Harbour');
});

it('a colleague has, a moment before', async () => {
  expect(await afterUndo(true)).toBe('Quay');
});
