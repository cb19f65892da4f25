/**
 * Two connections lead to one workspace, the token of each is refused, and a theme is published to both at once, so it
 * waits for either. On both its status is that it waits; what it waits for is told of the connection that was tried last
 * alone: with the other one in use the studio says nothing of it, and has no button for the token, to try it, or to
 * cancel it ("The outbox shows what is waiting, why", docs/guide.md).
 */
import { expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import { outboxFixture } from './testing/fixture-outbox';

async function publishedToBoth() {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
  const { themeId } = made.place;
  const publish = () =>
    made.outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1', 'c2'] });
  return { made, publish };
}

/** As `src-renderer/state/outbox.svelte.ts` finds it for the studio. */
const isOf = (connectionId: string) => (item: OutboxItem) =>
  item.connectionId === connectionId || (item.twins ?? []).includes(connectionId);

it.each(['c1', 'c2'])('the control: paused, it is found with %s in use', async (inUse) => {
  const { made, publish } = await publishedToBoth();
  await made.outbox.handlers.setPaused({ isPaused: true });
  await publish();
  expect((await made.items()).filter(isOf(inUse))).toMatchObject([{ why: 'paused' }]);
});

it.each(['c1', 'c2'])(
  'it is found with %s in use while it waits for both tokens',
  async (inUse) => {
    const { made, publish } = await publishedToBoth();
    made.tokenFor = () => Promise.resolve('expired');
    await publish();
    await made.settled();
    const { items, deliveries } = await made.outbox.handlers.list(undefined);
    expect(deliveries.filter((each) => each.connectionId === inUse)).toMatchObject([
      { delivery: 'blocked' },
    ]);
    expect(items.filter(isOf(inUse))).toMatchObject([{ why: 'tokenRefused' }]);
  },
);
