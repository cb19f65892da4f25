/**
 * “It isn’t known which version is there” and “Not published” are each about the workspace that the connection leads
 * to. The entries are as main makes them (`src-main/outbox/doubts-by-connection.test.ts` shows that).
 */
import type { OpenTheme } from '@shared/library';
import type { OutboxSnapshot } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
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
});
afterEach(() => {
  outbox.end();
  connections.end();
});

const first = { ...trialConnection('northwind'), id: 'c1', label: 'Northwind' };
const second = { ...first, id: 'c2', label: 'The same' };
const harbour: OpenTheme = {
  ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
  places: [
    { connectionId: 'c1', relation: 'never' },
    { connectionId: 'c2', relation: 'never' },
  ],
  publications: {},
};

async function studioWith(
  currentId: string,
  { items, deliveries }: Pick<OutboxSnapshot, 'items' | 'deliveries'>,
): Promise<void> {
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [first, second], currentId }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items, holds: [], deliveries },
        progress: { done: 0, all: 0 },
      }),
      answers: () => [],
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
}

const entry = { name: 'Harbour', since: '2026-11-20T14:05:00Z', isFirst: true };
const saysNot = () =>
  screen.queryAllByText(/not published/iu).map(({ textContent }) => textContent);

/** A doubt that is sent again through the first of two to one workspace, whose token is refused. */
const refused = {
  items: [
    {
      ...{ ...entry, themeId: 't1', connectionId: 'c1', why: 'tokenRefused' as const },
      mayHaveArrived: true,
    },
  ],
  deliveries: [
    { themeId: 't1', connectionId: 'c1', delivery: 'blocked' as const },
    // Of that token it doesn't wait: there, only the doubt is left.
    { themeId: 't1', connectionId: 'c2', delivery: 'unknown' as const },
  ],
};

it('the control: it is not called not published at the connection that it goes through', async () => {
  await studioWith('c1', refused);
  expect(saysNot()).toEqual([]);
});

it('nor at the other connection to the same workspace', async () => {
  await studioWith('c2', refused);
  expect(saysNot()).toEqual([]);
});

it('a connection pointed to another workspace is not said to have what may be in the one of before', async () => {
  await studioWith('c1', {
    items: [
      {
        ...{ ...entry, themeId: 't1', connectionId: 'c1', why: 'elsewhere' },
        place: { host: 'northwind.example', workspaceId: 'w1' },
      },
    ],
    deliveries: [{ themeId: 't1', connectionId: 'c1', delivery: 'blocked' }],
  });
  expect(saysNot()).not.toEqual([]);
});

it('a doubt of the library that this one is a copy of is not to be decided in the copy', async () => {
  const decide = () => screen.queryByRole('button', { name: 'Mark as published' });
  const doubt = { ...entry, themeId: 't1', connectionId: 'c1', why: 'decision' as const };
  await studioWith('c1', { items: [doubt], deliveries: [] });
  // The control.
  expect(decide()).toBeVisible();
  cleanup();
  await studioWith('c1', { items: [{ ...doubt, isOfOtherLibrary: true }], deliveries: [] });
  expect(decide()).toBeNull();
});
