/** What could not even be queued at a person's word in the outbox's panel is told. */
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Queued } from '@shared/publishing';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import OutboxPanel from './OutboxPanel.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => {
  outbox.end();
});

const full = { code: 'storageFull', path: '/profile/outbox' } as const;

async function pressPublish(publish: () => Queued): Promise<FakeMain> {
  const connection = trialConnection('northwind');
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: 'northwind' }) },
    outbox: {
      list: () => ({
        revision: 1,
        isPaused: false,
        items: [
          {
            themeId: 't1',
            connectionId: 'northwind',
            name: 'Harbour',
            since: '2026-01-02T03:04:05.000Z',
            isFirst: false,
            why: 'elsewhere',
            place: { host: 'northwind.example', workspaceId: 'ws-1' },
          },
        ],
        deliveries: [],
        holds: [],
        progress: { done: 0, all: 1 },
      }),
      publish,
    },
  });
  await connections.start();
  await outbox.start();
  render(OutboxPanel, { onclose: () => undefined });
  const entry = within(screen.getByRole('list', { name: 'Waiting' }));
  await userEvent.click(entry.getByRole('button', { name: `Publish to ${connection.label}` }));
  await waitFor(() => {
    expect(main.log.map(({ name }) => name)).toContain('outbox.publish');
  });
  return main;
}

it('the control: a refusal of the whole call is told', async () => {
  await pressPublish(() => {
    throw new ProblemError(full);
  });
  await waitFor(() => expect(reports.list.map(({ problem }) => problem)).toEqual([full]));
});

it('a theme that the disk did not let be queued is told', async () => {
  await pressPublish(() => ({
    queued: 0,
    cancelled: [],
    problems: [{ themeId: 't1', connectionId: 'northwind', problem: full }],
  }));
  await waitFor(() => expect(reports.list.map(({ problem }) => problem)).toEqual([full]));
});
