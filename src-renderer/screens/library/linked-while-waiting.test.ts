/** Linking a theme, or unlinking it, takes out what waits for it in the outbox: the dialog says so before. */
import type { OutboxItem } from '@shared/publishing';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import LinkDialog from './LinkDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
const team = { ...northwind, id: 'team', label: 'Team' };
const theme = sampleSummary('Harbour');

/** Opens the dialog; resolves with what it says of the outbox. */
async function saidOf(
  ...items: (Pick<OutboxItem, 'themeId' | 'why'> & Partial<OutboxItem>)[]
): Promise<string | undefined> {
  const since = '2026-01-02T03:04:05.000Z';
  const its = {
    ...{ connectionId: northwind.id, name: 'Harbour', since, isFirst: false },
    goesTo: publicationKey(northwind),
  };
  installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [northwind, team], currentId: northwind.id }),
    },
    outbox: {
      list: () => ({
        revision: 1,
        isPaused: false,
        items: items.map((item) => ({ ...its, ...item })),
        deliveries: [],
        holds: [],
        progress: { done: 0, all: items.length },
      }),
    },
  });
  await connections.start();
  await outbox.start();
  render(LinkDialog, { theme, onclose: () => undefined });
  await screen.findByRole('dialog');
  return screen.queryByText(/outbox/u)?.textContent.trim();
}

it.each(['turn', 'paused', 'unreachable', 'refused', 'decision'] as const)(
  'says what becomes of one that waits: %s',
  async (why) => {
    expect(await saidOf({ themeId: theme.id, why })).toMatch(
      /^Harbour is waiting in the outbox for Northwind\. .*removed/u,
    );
  },
);

it.each(['tokenRefused', 'elsewhere'] as const)(
  'says so of one that another connection has there: %s',
  async (why) => {
    expect(await saidOf({ themeId: theme.id, why, connectionId: team.id })).toMatch(
      /^Harbour is waiting in the outbox for Team\. .*removed/u,
    );
  },
);

it.each([
  ['nothing waits', []],
  ['another theme waits', [{ themeId: 'other', why: 'turn' as const }]],
  ['it has arrived', [{ themeId: theme.id, why: 'unnoted' as const }]],
  [
    'it waits for where the connection led',
    [{ themeId: theme.id, why: 'elsewhere' as const, goesTo: 'w' }],
  ],
])('says nothing of the outbox where %s', async (_name, items) => {
  expect(await saidOf(...items)).toBeUndefined();
});
