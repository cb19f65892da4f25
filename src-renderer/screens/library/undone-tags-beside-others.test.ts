/**
 * A colleague has tagged a theme in the shared folder, which nobody here was told yet: main keeps that tag beside those
 * that a person gives now. Ctrl Z takes back what the person gave, and leaves the colleague's: nothing was changed since.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  libraryOfOne,
  putTheme,
  themesOnDisk,
} from '../../../src-main/library/testing/fixture-library';
import { saveTags } from '../../features/themes/theme-actions';
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

/** The tags in the file after `spring` was put on and that was taken back. */
async function afterUndo(isTaggedByOthers: boolean): Promise<string[]> {
  const { folders, library: room, document, id } = await libraryOfOne({ tags: ['blue'] });
  const main = installFakeMain({ library: room.handlers });
  room.onChange((change) => main.emit('library.changed', change));
  await library.start();
  render(Toasts);
  if (isTaggedByOthers) {
    await putTheme(folders, 'a.json', { ...document, tags: ['blue', 'client'] });
  }
  await saveTags([{ id, before: ['blue'], after: ['blue', 'spring'] }]);
  const onDisk = async (): Promise<string[]> => {
    const found = (await themesOnDisk(folders)).find((theme) => theme.id === id);
    return [...(found?.tags ?? [])].sort();
  };
  expect(await onDisk()).toContain('spring');
  await vi.waitFor(() => expect(library.themes[0]?.tags).toContain('spring'));
  expect(undoLatestToast()).toBe(true);
  await Promise.race([
    vi.waitFor(async () => expect(await onDisk()).not.toContain('spring')).catch(() => undefined),
    screen.findByText(/changed/iu).catch(() => undefined),
  ]);
  return onDisk();
}

it('the control: nobody else has tagged it', async () => {
  expect(await afterUndo(false)).toEqual(['blue']);
});

it('a colleague has, a moment before', async () => {
  expect(await afterUndo(true)).toEqual(['blue', 'client']);
});
