/**
 * A theme was deleted, and a sync program put its file back. The person restores it from the bin, which finds it there
 * already and lets go of the entry: the sidebar counts what is left in the bin.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { libraryOfOne } from '../../../src-main/library/testing/fixture-library';
import { bin } from '../../state/bin.svelte';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import Bin from './Bin.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

/** A theme is deleted, and restored from the bin. */
async function restored(isPutBack: boolean): Promise<void> {
  const { folders, library: room, id } = await libraryOfOne({ name: 'Harbour' });
  const main = installFakeMain({ library: room.handlers });
  room.onChange((change) => main.emit('library.changed', change));
  await library.start();
  onTestFinished(bin.start());
  const path = join(folders.themes, 'a.json');
  const text = await readFile(path, 'utf8');
  await room.handlers.remove({ ids: [id] });
  await waitFor(() => expect(bin.count).toBe(1));
  if (isPutBack) {
    await writeFile(path, text);
    await room.rescan();
    await waitFor(() => expect(library.count).toBe(1));
    // It is counted once more because of that.
    const counts = main.log.filter(({ name }) => name === 'library.bin').length;
    await waitFor(() =>
      expect(main.log.filter(({ name }) => name === 'library.bin')).toHaveLength(counts + 1),
    );
    await main.answered();
  }
  render(Toasts);
  render(Bin);
  await userEvent.click(await screen.findByRole('button', { name: /^Restore Harbour/u }));
  // The control: the screen itself shows that nothing is left.
  await screen.findByText('The bin is empty');
}

it('the control: it comes back from the bin', async () => {
  await restored(false);
  await waitFor(() => expect(bin.count).toBe(0));
});

it('it was there already', async () => {
  await restored(true);
  await waitFor(() => expect(bin.count).toBe(0));
});
