import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import type { LastBackup, LeftOut, RestoreReport } from '@shared/transfer';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import TransferHost from '../../features/transfer/TransferHost.svelte';
import { connections } from '../../state/connections.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import Backup from './Backup.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => transfer.dismiss());
afterEach(() => connections.end());

type Handlers = NonNullable<Parameters<typeof installFakeMain>[0]['transfer']>;

const restored: RestoreReport = {
  exportedAt: '2026-11-20T10:00:00.000Z',
  themes: [
    { id: 'a', name: 'Aurora', outcome: 'added', leftLink: 'usedByAnother' },
    { id: 'b', name: 'Brick 2', outcome: 'keptBoth', leftLink: null },
    { id: 'c', name: 'Citrus', outcome: 'replaced', leftLink: 'linkedElsewhere' },
  ],
  added: 1,
  same: 5,
  keptBoth: 1,
  replaced: 1,
  notDone: 0,
  isStopped: false,
  failed: [],
  parts: { connections: 2, previewShortcuts: 4, preferences: 3 },
  partsNotDone: [],
  unknownParts: ['later'],
};

/** What the library has of the themes that the restore added. */
const addedThemes = [sampleSummary('Aurora', { id: 'a' }), sampleSummary('Brick 2', { id: 'b' })];

function leftOut(name: string): LeftOut {
  const fault = { reason: 'wrongType', at: 'themes.2.name', expected: 'text' } as const;
  return { part: 'themes', name, problem: { code: 'importRefused', file: '', fault } };
}

function show(handlers: Handlers) {
  const main = installFakeMain({
    library: {
      list: () => ({
        revision: 1,
        themes: [...addedThemes],
        unreadable: [],
        ids: [1],
        folder: '/themes',
      }),
      remove: ({ ids }) => ({ ids, problem: null, entries: ids.map((id) => `${id}-1`) }),
    },
    connections: {
      list: () => ({
        revision: 1,
        list: [trialConnection('n', { tokenState: 'missing' })],
        currentId: 'n',
      }),
    },
    transfer: { lastBackup: () => null, ...handlers },
  });
  // What stands around every screen.
  render(Toasts);
  render(TransferHost);
  render(Backup);
  return main;
}

async function restore(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Restore a backup…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Choose the file…' }));
}

it('says when the last one was made, and what is not in it', async () => {
  let last: LastBackup | null = null;
  show({
    lastBackup: () => last,
    backup: () => {
      last = { at: new Date().toISOString(), count: 7 };
      return {
        file: 'b.json',
        count: 7,
        leftOut: [leftOut('cut.json'), { ...leftOut('Work'), part: 'connections' }],
      };
    },
  });
  expect(await screen.findByText('No backups made on this computer yet.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save a backup…' }));
  expect(await screen.findByText(/^Last backup:.*7 themes$/su)).toBeVisible();
  const dialog = await screen.findByRole('dialog', { name: '2 items aren’t in the backup' });
  const [theme, connection] = within(dialog).getAllByRole('listitem');
  expect(theme).toHaveTextContent(/cut\.json\s*themes\.2\.name should be text in quotes/u);
  expect(connection).toHaveTextContent('Connections: Work');
  expect(dialog).toHaveTextContent('7 themes backed up to b.json');
  // In passing, nobody is told that it was saved and no more.
  expect(
    screen.getByRole('region', { name: /Notifications/u, hidden: true }),
  ).toBeEmptyDOMElement();
});

it('doesn’t say that there was none where it can’t be read when one was made', async () => {
  show({ lastBackup: () => 'unknown' });
  expect(
    await screen.findByText('Foyer can’t read when the last backup was made on this computer.'),
  ).toBeVisible();
  expect(screen.queryByText(/No backups made/u)).toBeNull();
});

it('says in passing that one was saved that has everything', async () => {
  show({ backup: () => ({ file: 'b.json', count: 7, leftOut: [] }) });
  await userEvent.click(screen.getByRole('button', { name: 'Save a backup…' }));
  expect(await screen.findByText('7 themes backed up to b.json')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps both unless told to replace, and reports', async () => {
  const main = show({ restore: () => restored });
  await connections.start();
  await userEvent.click(screen.getByRole('button', { name: 'Restore a backup…' }));
  expect(screen.getByText(/added beside the one here/u)).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Use the backup’s version' }));
  await userEvent.click(screen.getByRole('button', { name: 'Choose the file…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Backup restored' });
  expect(main.log.filter(({ name }) => name === 'transfer.restore')).toEqual([
    { name: 'transfer.restore', input: { ifDifferent: 'replace' } },
  ]);
  expect(dialog).toHaveTextContent(/Themes added\s*1/u);
  expect(dialog).toHaveTextContent(/Themes already here\s*5/u);
  expect(dialog).toHaveTextContent(/Preview shortcuts added\s*4/u);
  expect(dialog).toHaveTextContent(/Settings changed\s*3/u);
  expect(dialog).toHaveTextContent('Enter the missing tokens under Connections');
  expect(dialog).toHaveTextContent('not supported by this version: later');
  const [aurora, brick, citrus] = within(dialog).getAllByRole('listitem');
  expect(aurora).toHaveTextContent('Its link was left out');
  expect(brick).toHaveTextContent(/Brick 2\s*Added beside the theme here/u);
  expect(citrus).toHaveTextContent('What was here is in its history');
  expect(citrus).toHaveTextContent('It stays linked to the template it has here');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: 'Undo: move added themes to the bin' }));
  await waitFor(() =>
    expect(main.log.filter(({ name }) => name === 'library.remove')).toEqual([
      { name: 'library.remove', input: { ids: ['a', 'b'] } },
    ]),
  );
});

it('tells what a restore brought that failed in the middle, what failed and why', async () => {
  const full: LeftOut = {
    part: 'themes',
    name: 'Dune',
    problem: { code: 'storageFull', path: '/home' },
  };
  show({
    restore: () => ({
      ...restored,
      notDone: 3,
      failed: [full],
      parts: {},
      partsNotDone: ['connections', 'preferences'],
    }),
  });
  await restore();
  const dialog = await screen.findByRole('dialog', { name: 'Restoring stopped' });
  const alert = within(dialog).getByRole('alert');
  expect(alert).toHaveTextContent('1 item wasn’t restored');
  expect(alert).toHaveTextContent(/Dune.*full/su);
  expect(dialog).toHaveTextContent(/Themes added\s*1/u);
  expect(dialog).toHaveTextContent(/Not tried after saving failed\s*3/u);
  expect(dialog).toHaveTextContent('Also not restored: Connections, Settings');
  expect(within(dialog).getByRole('list', { name: 'Restored themes' })).toHaveTextContent('Aurora');
  expect(within(dialog).getByRole('button', { name: /to the bin/u })).toBeVisible();
});

it('says why a file is no backup', async () => {
  const fault = { reason: 'notABackup' } as const;
  show({
    restore: () => {
      throw new ProblemError({ code: 'importRefused', file: 'x.json', fault });
    },
  });
  await restore();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Foyer can’t use x.json.');
  expect(alert).toHaveTextContent('Nothing was taken from it, and the file is unchanged.');
  expect(alert).toHaveTextContent('It isn’t a Foyer backup.');
});
