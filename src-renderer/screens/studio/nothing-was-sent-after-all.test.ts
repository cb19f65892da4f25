/**
 * The network goes while a theme's later save is on its way: the service has read it, and its answer never comes. Foyer
 * repeats it by itself, and that try comes to nothing: there is no network, or the service says no for now. What main tells
 * of it then are the entries below (`mayHaveArrived`), and in this case the service has the new version. The studio says
 * of the last try alone that nothing was sent, or that nothing was changed there: a person who reads that the service still
 * has the old version tells their client so.
 */
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import type { OutboxItem } from '@shared/publishing';
import type { Outcome } from '@shared/service/outcome';
import type { Delivery } from '@shared/theme/status';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  outbox.showFirst([]);
});
afterEach(() => {
  outbox.end();
  connections.end();
});

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
const place = { themeId: 't1', connectionId: northwind.id };

interface Told {
  readonly why: OutboxItem['why'];
  readonly delivery: Delivery;
  readonly outcome: Outcome;
}

async function studioWith(
  { why, delivery, outcome }: Told,
  mayHaveArrived: boolean,
): Promise<HTMLElement> {
  const item: OutboxItem = {
    ...{ ...place, name: 'Harbour', why, since: '2026-11-20T14:05:00Z', outcome, isFirst: false },
    ...(mayHaveArrived && { mayHaveArrived }),
  };
  const theme = newTheme();
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme, isReadOnly: false },
    ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
    places: [{ connectionId: northwind.id, relation: 'changed', templateId: 'x' }],
    publications: {
      [northwind.id]: { templateId: 'x', at: '2026-11-19', sent: { name: 'Pier', theme } },
    },
  };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [item], holds: [] },
        ...{ deliveries: [{ ...place, delivery }], progress: { done: 0, all: 1 } },
      }),
      answers: () => [],
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  return document.body;
}

const error = { message: 'Not now', issues: [] };
const ends: [string, Told, RegExp][] = [
  [
    'the computer is offline',
    {
      ...{ why: 'unreachable', delivery: 'waiting' },
      outcome: { kind: 'notSent', reason: 'offline', detail: '' },
    },
    /This computer is offline\./u,
  ],
  [
    'a proxy asks to be signed in to',
    { why: 'unreachable', delivery: 'waiting', outcome: { kind: 'proxyRefused' } },
    /A proxy requires you to sign in\./u,
  ],
  [
    'the service wants fewer requests',
    { why: 'asked', delivery: 'waiting', outcome: { kind: 'rejected', status: 429, error } },
    /Too many requests \(429\)\./u,
  ],
  [
    'the token is refused',
    { why: 'tokenRefused', delivery: 'blocked', outcome: { kind: 'tokenRefused', status: 401 } },
    /The service refused the token \(401\)\./u,
  ],
  [
    'the repetition is refused, where IDs are kept',
    { why: 'refused', delivery: 'refused', outcome: { kind: 'rejected', status: 400, error } },
    /The service refused it \(400\)\./u,
  ],
];
const untrue = /Nothing was sent\.|Nothing reached the service\.|nothing was changed there\./u;

it.each(ends)('the control: no earlier try is in doubt: %s', async (_what, told, said) => {
  const body = await studioWith(told, false);
  expect(body).toHaveTextContent(said);
  expect(body).toHaveTextContent(untrue);
});

it.each(ends)('an earlier try may have arrived: %s', async (_what, told, said) => {
  const body = await studioWith(told, true);
  expect(body).toHaveTextContent(said);
  expect(body).not.toHaveTextContent(untrue);
});
