/**
 * Two connections lead to one workspace. A first save through the one may have arrived there, and Foyer asks, under
 * both. Then the first one is pointed at another workspace. The other one leads there as before, and its card says as
 * before that nobody knows: so it has to be found there what is to be decided, and has to be decidable.
 */
import { expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import { outboxFixture } from './testing/fixture-outbox';

/** As `src-renderer/state/outbox.svelte.ts` finds it for the studio. */
const isOf = (connectionId: string) => (item: OutboxItem) =>
  item.connectionId === connectionId || (item.twins ?? []).includes(connectionId);

async function inDoubt() {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  const here = { themeId: made.place.themeId, connectionId: 'c2' };
  return { made, here };
}

function pointElsewhere({ connections, outbox }: Awaited<ReturnType<typeof inDoubt>>['made']) {
  connections[0] = { ...(connections[0] as (typeof connections)[0]), workspaceId: 'w2' };
  outbox.tokenReplaced('c1');
  outbox.connectionsChanged();
}

it('is decided under either before the first one is pointed elsewhere', async () => {
  const { made, here } = await inDoubt();
  expect((await made.items()).filter(isOf('c2'))).toMatchObject([{ why: 'decision' }]);
  await made.outbox.handlers.decide({ ...here, decision: 'published' });
  expect(made.outbox.deliveryOf(here.themeId, 'c2')).toBe('idle');
});

it('is found by the connection that leads there still', async () => {
  const { made, here } = await inDoubt();
  pointElsewhere(made);
  expect(made.outbox.deliveryOf(here.themeId, 'c2')).toBe('unknown');
  expect((await made.items()).filter(isOf('c2'))).toMatchObject([{ why: 'decision' }]);
});

it('is decided under the connection that leads there still', async () => {
  const { made, here } = await inDoubt();
  pointElsewhere(made);
  await made.outbox.handlers.decide({ ...here, decision: 'published' });
  expect(made.outbox.deliveryOf(here.themeId, 'c2')).toBe('idle');
});

it('is found by the other one while what is sent again waits for the token of the first one', async () => {
  const { made, here } = await inDoubt();
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await made.drained();
  expect(await made.items()).toMatchObject([
    { connectionId: 'c2', why: 'decision' },
    { connectionId: 'c1', why: 'tokenRefused' },
  ]);
  expect(made.outbox.deliveryOf(here.themeId, 'c2')).toBe('unknown');
  expect((await made.items()).filter(isOf('c2'))[0]).not.toHaveProperty('outcome');
  await made.outbox.handlers.decide({ ...here, decision: 'sendAgain' });
  await made.drained();
  expect(await made.items()).toEqual([]);
});
