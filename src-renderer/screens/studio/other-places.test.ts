/**
 * A theme is published to several connections from the studio, whose notice is about the one in use: what isn't
 * settled on another is said there, too.
 */
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, OutboxSnapshot } from '@shared/publishing';
import type { Delivery } from '@shared/theme/status';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { announcer } from '../../ui/announce.svelte';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  announcer.say('');
});
afterEach(() => {
  outbox.end();
  connections.end();
});

const list = [
  trialConnection('northwind', { label: 'Northwind' }),
  trialConnection('kestrel', { label: 'Kestrel', workspaceId: 'w2' }),
  trialConnection('kestrel-too', { label: 'Kestrel too', workspaceId: 'w2' }),
];
const harbour: OpenTheme = {
  ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
  places: [{ connectionId: 'northwind', relation: 'same', publishedAt: '2026-11-20T14:05:00Z' }],
  publications: {},
};
const snapshot = (revision: number, kestrel: readonly [Delivery, OutboxItem][]): OutboxSnapshot => {
  const deliveries = kestrel.flatMap(([delivery, { twins = [] }]) =>
    ['kestrel', ...twins].map((connectionId) => ({ themeId: 't1', connectionId, delivery })),
  );
  const progress = { done: 1, all: 2 };
  const items = kestrel.map(([, item]) => item);
  return { ...{ revision, isPaused: false, holds: [], progress }, items, deliveries };
};
const atKestrel = (part: Pick<OutboxItem, 'why'> & Partial<OutboxItem>): OutboxItem => ({
  ...{ themeId: 't1', connectionId: 'kestrel', name: 'Harbour', since: '2026-11-20T14:05:00Z' },
  ...{ isFirst: true, ...part },
});
const refused = atKestrel({ why: 'refused', outcome: { kind: 'rejected', status: 400 } });

async function opened(...kestrel: [Delivery, OutboxItem][]): Promise<FakeMain> {
  const main = installFakeMain({
    connections: {
      list: () => ({ revision: 1, list, currentId: 'northwind' }),
      select: () => undefined,
    },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: { list: () => snapshot(1, kestrel), answers: () => [] },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  return main;
}
const others = () => screen.queryByRole('list', { name: 'On other connections' });
const said = () => announcer.text;

it('says where one of several refused it, and leads to its answer', async () => {
  const main = await opened(['sending', atKestrel({ why: 'sending' })]);
  expect(others()).toHaveTextContent('Publishing to Kestrel');
  expect(said()).toBe('');
  main.emit('outbox.changed', snapshot(2, [['refused', refused]]));
  const title = 'The last publish to Kestrel failed';
  await waitFor(() => expect(others()).toHaveTextContent(title));
  expect(others()).toHaveTextContent('(400)');
  expect(said()).toBe(title);
  await userEvent.click(screen.getByRole('button', { name: 'Switch to Kestrel' }));
  expect(main.log.at(-1)).toEqual({ name: 'connections.select', input: { id: 'kestrel' } });
});

it.each<[Delivery, OutboxItem['why'], string]>([
  ['waiting', 'unreachable', 'Waiting to publish to Kestrel'],
  ['blocked', 'tokenRefused', 'Waiting to publish to Kestrel'],
  ['paused', 'paused', 'Waiting to publish to Kestrel'],
  ['unknown', 'decision', 'Not sure it arrived on Kestrel'],
  ['unnoted', 'unnoted', 'Published to Kestrel, not recorded'],
])('says what waits there: %s, %s', async (delivery, why, title) => {
  const main = await opened();
  expect(others()).toBeNull();
  main.emit('outbox.changed', snapshot(2, [[delivery, atKestrel({ why })]]));
  await waitFor(() => expect(others()).toHaveTextContent(title));
  expect(said()).toBe(title);
});

it('tells nobody who opens the theme what came of it before, but shows it', async () => {
  await opened(['refused', refused]);
  expect(others()).toHaveTextContent('The last publish to Kestrel failed');
  expect(said()).toBe('');
});

it('says once what several that share a workspace have', async () => {
  await opened(['refused', { ...refused, twins: ['kestrel-too'] }]);
  expect(within(others()!).getAllByRole('listitem')).toHaveLength(1);
});

it('says nothing where all is settled', async () => {
  const main = await opened(['sending', atKestrel({ why: 'sending' })]);
  main.emit('outbox.changed', snapshot(2, []));
  await waitFor(() => expect(others()).toBeNull());
  expect(said()).toBe('');
});
