/**
 * A theme's file was made by hand, or by another program: its name is longer than one that can be entered, or there is
 * none. A person gives it another name, and takes that back by Ctrl Z, and then what they did before.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { libraryOfOne } from '../../../src-main/library/testing/fixture-library';
import { renameTheme, saveTags } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { canUndoLatest, undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (let left = 20; left > 0 && undoLatestToast(); left -= 1);
});
afterEach(() => library.end());

const shown = () => ({ name: library.themes[0]?.name, tags: library.themes[0]?.tags });

it.each([
  ['the control: a usual name', 'Harbour'],
  ['a longer name than can be entered', 'Harbour '.repeat(30).trim()],
  ['no name', ''],
])('%s', async (_which, name) => {
  const { library: room, id, document } = await libraryOfOne({ name });
  const main = installFakeMain({ library: room.handlers });
  room.onChange((change) => main.emit('library.changed', change));
  await library.start();
  const before = [...document.tags];
  await saveTags([{ id, before, after: ['spring'] }]);
  await renameTheme({ id, name }, 'Pier');
  await vi.waitFor(() => expect(shown()).toEqual({ name: 'Pier', tags: ['spring'] }));

  expect(canUndoLatest()).toBe(true);
  undoLatestToast();
  await vi.waitFor(() => expect(shown()).toEqual({ name, tags: ['spring'] }));
  undoLatestToast();
  await vi.waitFor(() => expect(shown()).toEqual({ name, tags: before }));
});
