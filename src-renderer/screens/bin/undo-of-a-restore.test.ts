/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
/**
 * A person deletes two themes, restores one of them in the bin, thinks better of it, and presses Ctrl Z: that is in the bin
 * again. They press it once more, and the window says that the deletion of both is undone: both are in the library then.
 */
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  libraryOfOne,
  putTheme,
  themeDocument,
} from '../../../src-main/library/testing/fixture-library';
import { deleteThemes } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { forgetSteps } from '../../testing/forgotten-steps';
import { layers } from '../../ui/layers';
import { canUndoLatest, undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';
import Bin from './Bin.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => forgetSteps());
afterEach(() => library.end());

const names = (): string[] => library.themes.map(({ name }) => name).sort();
const shows = (wanted: string[]) => vi.waitFor(() => expect(names()).toEqual(wanted));

/** The window, once both were deleted. */
async function bothDeleted(): Promise<void> {
  const made = await libraryOfOne({ name: 'Aster' });
  await putTheme(made.folders, 'b.json', themeDocument({ name: 'Birch' }));
  const main = installFakeMain({ library: made.library.handlers });
  made.library.onChange((change) => main.emit('library.changed', change));
  await library.start();
  render(Toasts);
  await deleteThemes(library.themes.map(({ id, name }) => ({ id, name })));
  await shows([]);
}

it('the control: nothing was done in the bin', async () => {
  await bothDeleted();
  undoLatestToast();
  await shows(['Aster', 'Birch']);
});

it('one was restored in the bin, and that was taken back', async () => {
  await bothDeleted();
  render(Bin);
  await userEvent.click(await screen.findByRole('button', { name: /^Restore.*Aster/u }));
  await shows(['Aster']);
  await vi.waitFor(() => expect(canUndoLatest()).toBe(true));
  undoLatestToast();
  await shows([]);
  undoLatestToast();
  await vi.waitFor(() => expect(names()).toContain('Birch'));
  await vi.waitFor(() => expect(canUndoLatest()).toBe(false));
  expect(names()).toEqual(['Aster', 'Birch']);
});
