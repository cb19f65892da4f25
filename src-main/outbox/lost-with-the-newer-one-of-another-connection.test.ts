/**
 * Two connections lead to one workspace. A theme is published through one, and, while it is read from a slow disk,
 * through the other, which is then removed. What was asked for through the first is said to be queued, and is.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

it.each([
  ['the control: the other is removed once the first is queued', 'after'],
  ['removed', 'removed'],
  ['pointed elsewhere', 'moved'],
  ['pointed elsewhere, and published there', 'published there'],
])('is published: %s', async (_name, what) => {
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
  const remove = async () => {
    const moved = made.connections.pop();
    if (moved && (what === 'moved' || what === 'published there')) {
      made.connections.push({ ...moved, workspaceId: 'w2' });
      made.outbox.tokenReplaced('c2');
      made.outbox.connectionsChanged();
      if (what === 'published there') await through('c2');
      return;
    }
    made.outbox.connectionsChanged();
    made.outbox.connectionRemoved('c2');
  };
  if (what !== 'after') await remove();
  goOn();
  expect(await first).toEqual({ queued: 1, cancelled: [], problems: [] });
  if (what === 'after') await remove();
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  const workspaces = made.practice
    .received()
    .map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);
  expect(workspaces).toContain('w1');
});
