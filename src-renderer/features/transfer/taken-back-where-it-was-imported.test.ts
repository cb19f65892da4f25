/**
 * Text is pasted while an earlier import is still under way, and a person chooses another library until its turn comes:
 * it is imported there. Whatever is imported can be taken back from its report where it is.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { trial, type Trial } from '../../../src-main/transfer/trial-transfer';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

const text = (name: string) => JSON.stringify({ name, theme: newTheme() });

/** What is in the library on show once what was pasted was imported and taken back. */
async function leftAfterUndo(isChosen: boolean): Promise<string[]> {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((done) => (end = done));
  let writes = 0;
  const mine: Trial = await trial({
    wrap: (room) => ({
      ...room,
      addForeign: async (...theme) => {
        const added = await room.addForeign(...theme);
        writes += 1;
        if (writes === 1) await ended;
        return added;
      },
    }),
  });
  const second = join(mine.root, 'second');
  await mkdir(second);
  await mine.library.start();
  const main = installFakeMain({ library: mine.library.handlers, transfer: mine.transfer });
  mine.library.onChange((change) => main.emit('library.changed', change));
  await library.start();
  render(Toasts);
  render(TransferHost);
  const earlier = mine.transfer.importTexts({ files: [{ name: 'a.json', text: text('Earlier') }] });
  await vi.waitFor(() => expect(writes).toBe(1));
  const pasted = transfer.importGiven([], text('Pasted'));
  await vi.waitFor(() =>
    expect(main.log.some(({ name }) => name === 'transfer.importTexts')).toBe(true),
  );
  if (isChosen) {
    await mine.library.handlers.useFolder({ folder: second, move: false });
    await vi.waitFor(() => expect(library.folder).toBe(second));
  }
  end();
  await Promise.all([earlier, pasted]);
  await screen.findByRole('dialog');
  const undo = screen.queryByRole('button', { name: /^Undo(?:: move| the)/u });
  // Nothing may have been imported, which is as well.
  if (undo) {
    await userEvent.click(undo);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
  const names = async (): Promise<string[]> => {
    const { themes } = await mine.library.handlers.list(undefined);
    return themes.map(({ name }) => name);
  };
  const isGone = async (): Promise<void> => expect(await names()).not.toContain('Pasted');
  await vi.waitFor(isGone, { timeout: 3_000 }).catch(() => undefined);
  return names();
}

it('the control: no other library is chosen', async () => {
  expect(await leftAfterUndo(false)).toEqual(['Earlier']);
});

it('another library is chosen before its turn', async () => {
  expect(await leftAfterUndo(true)).toEqual([]);
});
