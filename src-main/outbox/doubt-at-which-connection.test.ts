/**
 * A doubt is about a workspace. At each connection that leads there it is told that something may have arrived, and
 * at none that leads elsewhere, as the window looks for it (`outbox.isUncertain`): by the entry of the connection, or
 * of one whose twin it is.
 */
import { expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

async function inDoubt(): Promise<OutboxFixture> {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  return made;
}

/** As `src-renderer/state/outbox.svelte.ts` does. */
async function isUncertainAt(made: OutboxFixture, connectionId: string): Promise<boolean> {
  const { items, deliveries } = await made.outbox.handlers.list(undefined);
  const { themeId } = made.place;
  const item =
    items.find((each) => each.connectionId === connectionId) ??
    items.find(({ twins }) => twins?.includes(connectionId));
  const delivery = deliveries.find(
    (each) => each.themeId === themeId && each.connectionId === connectionId,
  )?.delivery;
  return delivery === 'unknown' || item?.mayHaveArrived === true;
}

it('is told at both of two to one workspace, while the token of one is refused', async () => {
  const made = await inDoubt();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  expect(await isUncertainAt(made, 'c2')).toBe(true);
  made.practice.setBehaviour('saveThemeTemplate', { status: 401 });
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await made.drained();
  expect(await made.items()).toMatchObject([
    { connectionId: 'c2', why: 'decision' },
    { connectionId: 'c1', why: 'tokenRefused' },
  ]);
  expect.soft(await isUncertainAt(made, 'c1')).toBe(true);
  expect.soft(await isUncertainAt(made, 'c2')).toBe(true);
});

it('is not told of the workspace to which its connection is pointed meanwhile, but of its own', async () => {
  const made = await inDoubt();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  made.connections[0] = { ...made.connection, workspaceId: 'w2' };
  made.outbox.tokenReplaced('c1');
  made.outbox.connectionsChanged();
  expect(await made.items()).toMatchObject([
    { connectionId: 'c2', why: 'decision' },
    { connectionId: 'c1', why: 'elsewhere' },
  ]);
  expect.soft(await isUncertainAt(made, 'c1')).toBe(false);
  expect.soft(await isUncertainAt(made, 'c2')).toBe(true);
});
