/**
 * A backup is to be restored while an import is still under way, so that its turn comes later. Until then the person
 * chooses an empty library, and it is restored there. They want to take that back, and go back to the library from
 * before, of which the backup is: nothing of that one goes to the bin.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { onDisk, trial, type Trial } from '../../../src-main/transfer/trial-transfer';
import { backup } from '../../state/backup.svelte';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
  transfer.dismiss();
});
afterEach(() => library.end());

const named = (name: string) => ({ name, text: JSON.stringify({ name, theme: newTheme() }) });

/** What is in the library of the backup in the end. */
async function leftThere(chosen: 'before it is asked' | 'before its turn'): Promise<string[]> {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((done) => (end = done));
  let isHeld = false;
  let isReached = false;
  const mine: Trial = await trial({
    wrap: (room) => ({
      ...room,
      addForeign: async (...theme) => {
        const added = await room.addForeign(...theme);
        isReached = isHeld;
        if (isHeld) await ended;
        return added;
      },
    }),
  });
  const second = join(mine.root, 'second');
  await mkdir(second);
  await mine.library.start();
  await mine.transfer.importTexts({ files: ['One', 'Two'].map(named) });
  mine.saves = join(mine.root, 'backup.foyer');
  await mine.transfer.backup(undefined);
  mine.opens.push(mine.saves);
  const main = installFakeMain({ library: mine.library.handlers, transfer: mine.transfer });
  mine.library.onChange((change) => main.emit('library.changed', change));
  await library.start();
  render(Toasts);
  render(TransferHost);
  isHeld = true;
  const earlier = mine.transfer.importTexts({ files: [named('Earlier')] });
  await vi.waitFor(() => expect(isReached).toBe(true));
  const choose = async (folder: string) => {
    await mine.library.handlers.useFolder({ folder, move: false });
    await vi.waitFor(() => expect(library.folder).toBe(folder));
  };
  if (chosen === 'before it is asked') await choose(second);
  const restored = backup.restore('keepBoth');
  await vi.waitFor(() =>
    expect(main.log.some(({ name }) => name === 'transfer.restore')).toBe(true),
  );
  if (chosen === 'before its turn') await choose(second);
  end();
  await Promise.all([earlier, restored]);
  await screen.findByRole('dialog');
  const undo = screen.queryByRole('button', { name: /^Undo(?:: move| the)/u });
  if (undo) await userEvent.click(undo);
  else transfer.dismiss();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await choose(mine.themes);
  undoLatestToast();
  await new Promise((done) => setTimeout(done, 500));
  await mine.library.flush();
  return (await onDisk(mine)).map(({ name }) => name);
}

it.each(['before it is asked', 'before its turn'] as const)(
  'the other library is chosen %s',
  async (chosen) => {
    expect(await leftThere(chosen)).toEqual(['Earlier', 'One', 'Two']);
  },
);
