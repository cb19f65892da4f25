/**
 * A colleague gave the theme the very name that a person gives it a moment later, before anybody here was told. The person's
 * action changed nothing, so Ctrl Z is about what they did before.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { render } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  libraryOfOne,
  putTheme,
  themesOnDisk,
} from '../../../src-main/library/testing/fixture-library';
import { renameTheme, saveTags } from '../../features/themes/theme-actions';
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

it('Ctrl Z that takes nothing back doesn’t use up a step in silence', async () => {
  const { folders, library: room, document, id } = await libraryOfOne({ name: 'Harbour' });
  const main = installFakeMain({ library: room.handlers });
  room.onChange((change) => main.emit('library.changed', change));
  await library.start();
  const { container } = render(Toasts);
  await saveTags([{ id, before: [...document.tags], after: ['spring'] }]);
  const [tagged] = await themesOnDisk(folders);
  await putTheme(folders, 'a.json', { ...document, ...tagged, name: 'Pier' });
  await renameTheme({ id, name: 'Harbour' }, 'Pier');
  await vi.waitFor(() => expect(library.themes[0]?.name).toBe('Pier'));
  const before = JSON.stringify(
    (await themesOnDisk(folders)).map(({ name, tags }) => [name, tags]),
  );
  expect(undoLatestToast()).toBe(true);
  await vi.waitFor(async () => {
    const now = JSON.stringify((await themesOnDisk(folders)).map(({ name, tags }) => [name, tags]));
    const isSaid = /changed|nothing/iu.test(container.ownerDocument.body.textContent ?? '');
    expect(now !== before || isSaid).toBe(true);
  });
});
