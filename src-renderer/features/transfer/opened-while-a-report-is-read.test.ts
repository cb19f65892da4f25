/**
 * Files that are opened with Foyer while somebody reads what came of others are imported at once, and told of together
 * after that report. A backup among them is asked about when everything is read.
 */
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import type { ImportedTheme, OpenedBackup } from '@shared/transfer';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);

const imported = (name: string): ImportedTheme => ({
  ...{ id: name, name, kind: 'theme', leftOut: [], moreLeftOut: 0, defaulted: [] },
  ...{ picturesWait: false, neverLoad: [] },
});

it('files that come one by one are imported behind the open report', async () => {
  let waiting: string[] = [];
  let undecided: OpenedBackup[] = [];
  const done: string[] = [];
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
      importOpened() {
        const names = waiting;
        waiting = [];
        done.push(...names);
        const report = {
          ...{ imported: names.map(imported), failed: [], notDone: 0, isStopped: false },
        };
        return { report: names.length > 0 ? report : null, backups: [...undecided] };
      },
      dropOpened({ id }) {
        undecided = undecided.filter((backup) => backup.id !== id);
      },
    },
  });
  const open = (name: string): void => {
    waiting.push(name);
    main.emit('transfer.opened', {});
  };
  render(TransferHost);
  open('First');
  expect(await screen.findByRole('dialog', { name: '1 theme imported' })).toHaveTextContent(
    'First',
  );
  undecided = [{ id: 'b', file: 'all.foyer' }];
  for (const [at, name] of ['Second', 'Third'].entries()) {
    open(name);
    await vi.waitFor(() => expect(done).toHaveLength(at + 2));
  }
  expect(screen.getByRole('dialog')).toHaveTextContent('First');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  const next = await screen.findByRole('dialog', { name: '2 themes imported' });
  expect(next).toHaveTextContent(/Second.*Third/u);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('dialog', { name: /all\.foyer/u })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
