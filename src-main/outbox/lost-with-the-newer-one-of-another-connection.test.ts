/**
 * Two connections lead to one workspace. A theme is published through one, and, while it is read from a slow disk,
 * through the other, which is then removed. What was asked for through the first is said to be queued, and is.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

it.each([
  ['removed', false],
  ['pointed elsewhere, and published there', true],
])('is published where the other is %s', async (_name, isMoved) => {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  const through = (connectionId: string) =>
    made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: [connectionId] });
  const { goOn, reading } = holdNextReading(made.library);
  const first = Promise.resolve(through('c1'));
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  await through('c2');
  const other = made.connections.pop();
  if (other && isMoved) {
    made.connections.push({ ...other, workspaceId: 'w2' });
    made.outbox.tokenReplaced('c2');
    made.outbox.connectionsChanged();
    await through('c2');
  } else {
    made.outbox.connectionsChanged();
    made.outbox.connectionRemoved('c2');
  }
  goOn();
  expect(await first).toEqual({ queued: 1, cancelled: [], problems: [] });
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  const workspaces = made.practice
    .received()
    .map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);
  expect(workspaces).toContain('w1');
});
