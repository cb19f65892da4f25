/**
 * A connection that presents no token. A theme's first try met a failure of the service (503), and is to be tried again; then
 * the service refuses another theme's request without a token (401), and all that waits there is held. What holds the first one
 * is that, and not what its own earlier try met: as everywhere else in the outbox.
 */
import { afterEach, expect, it } from 'vitest';
import { render, screen, within } from '@testing-library/svelte';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import OutboxPanel from './OutboxPanel.svelte';

afterEach(() => {
  outbox.end();
  connections.end();
});

const failed: Outcome = { kind: 'serviceFailed', status: 503 };

it.each([
  ['the control: its token was refused', {}, /token was refused/u],
  ['it presents none', { presentation: { kind: 'none' }, tokenState: 'notNeeded' }, /without a token/u],
] as const)('what holds it is said: %s', async (_name, part, why) => {
  const northwind = trialConnection('n', { label: 'Northwind', ...part });
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'n' }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, holds: [{ connectionId: 'n', why: 'tokenRefused' }] },
        items: [
          {
            ...{ themeId: 't1', connectionId: 'n', name: 'Harbour', isFirst: false },
            ...{ since: '2026-11-20T14:05:00Z', why: 'tokenRefused', outcome: failed },
          },
        ],
        deliveries: [],
        progress: { done: 0, all: 1 },
      }),
    },
  });
  await connections.start();
  await outbox.start();
  render(OutboxPanel, { onclose: () => undefined });
  const entry = (await screen.findByText('Harbour')).closest('li');
  if (!entry) throw new Error('There is no entry');
  expect(within(entry).getByText(why)).toBeVisible();
});
