/**
 * Two connections lead to one workspace, the token of each is refused, and a theme is published to both at once, so it
 * waits for either. What it waits for is told of each, so that the studio, with either in use, has a button for its token,
 * to try it, and to cancel it ("The outbox shows what is waiting, why", docs/guide.md).
 */
import { expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
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

it.each(['c1', 'c2'])('paused, it is found with %s in use', async (inUse) => {
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

it('says of each what its own token lacks, and holds both', async () => {
  const { made, publish } = await publishedToBoth();
  made.tokenFor = (id) =>
    id === 'c2'
      ? Promise.reject(new ProblemError({ code: 'tokenMissing', label: '' }))
      : Promise.resolve('expired');
  await publish();
  await made.settled();
  const { items, holds } = await made.outbox.handlers.list(undefined);
  expect(items).toMatchObject([
    { connectionId: 'c2', why: 'tokenMissing' },
    { connectionId: 'c1', why: 'tokenRefused' },
  ]);
  expect(holds).toEqual([
    { connectionId: 'c2', why: 'tokenMissing' },
    { connectionId: 'c1', why: 'tokenRefused' },
  ]);
  made.tokenFor = (id) =>
    id === 'c2'
      ? Promise.reject(new ProblemError({ code: 'tokenMissing', label: '' }))
      : Promise.resolve(made.token);
  await made.outbox.handlers.retry({ only: { ...made.place, connectionId: 'c1' } });
  await made.drained();
  expect(await made.items()).toEqual([]);
});

it('cancelled under one it waits for the other', async () => {
  const { made, publish } = await publishedToBoth();
  made.tokenFor = () => Promise.resolve('expired');
  await publish();
  await made.settled();
  await made.outbox.handlers.cancel({ only: { ...made.place, connectionId: 'c1' } });
  expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'tokenRefused' }]);
  await made.outbox.handlers.cancel({ only: { ...made.place, connectionId: 'c2' } });
  expect(await made.items()).toEqual([]);
});
