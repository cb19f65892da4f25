/**
 * A service doesn't allow a save (403). The person points the connection at another workspace, and back, with the same token:
 * nobody asked for the theme to be sent again, and what was refused for its token was refused with this one.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: what can’t be sent as it is', 400],
  ['what was not allowed', 403],
])('stays refused with its reason: %s', async (_name, status) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
  await made.publish();
  await made.drained();
  const [here] = made.connections;
  if (!here) throw new Error('there is none');
  // As the connections tell of each way to another place (`isReachedOtherwise`).
  made.connections[0] = { ...here, workspaceId: 'w2' };
  made.outbox.reachedOtherwise('c1');
  made.outbox.connectionsChanged();
  await made.drained();
  made.connections[0] = here;
  made.outbox.reachedOtherwise('c1');
  made.outbox.connectionsChanged();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status } }]);
  expect(made.practice.received()).toHaveLength(1);
});
