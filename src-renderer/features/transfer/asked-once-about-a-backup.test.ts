/**
 * A backup was opened with Foyer, and main hands it out to whatever window asks, until a person has decided. The window
 * that has it on show, and hears of opened files once more, doesn't ask about it again.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import type { OpenedBackup, RestoreReport } from '@shared/transfer';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);

const report: RestoreReport = {
  ...{ exportedAt: '', themes: [], added: 0, same: 1, keptBoth: 0, replaced: 0, notDone: 0 },
  ...{ isStopped: false, failed: [], parts: {}, partsNotDone: [], unknownParts: [] },
};

it.each(['Not now', 'Restore'])('it is decided on: %s', async (button) => {
  let undecided: OpenedBackup[] = [{ id: 'b', file: 'all.foyer' }];
  const decide = (given: string): undefined => {
    undecided = undecided.filter(({ id }) => id !== given);
  };
  const main = installFakeMain({
    library: {
      list: () => ({
        revision: 1,
        themes: [],
        unreadable: [],
        ids: [1],
        folder: '/f',
        folderProblem: null,
      }),
    },
    transfer: {
      importOpened: () => (undecided.length > 0 ? { report: null, backups: [...undecided] } : null),
      dropOpened: ({ id }) => decide(id),
      restoreOpened: ({ id }) => {
        decide(id);
        return report;
      },
    },
  });
  render(TransferHost);
  main.emit('transfer.opened', {});
  expect(await screen.findByRole('dialog', { name: /all\.foyer/u })).toBeVisible();
  main.emit('transfer.opened', {});
  await userEvent.click(screen.getByRole('button', { name: button }));
  if (button === 'Restore') {
    await vi.waitFor(() => expect(transfer.told).not.toBeNull());
    transfer.dismiss();
  }
  const asked = () => main.log.filter(({ name }) => name === 'transfer.importOpened');
  await vi.waitFor(() => expect(asked()).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
