/**
 * A first save may have arrived. A person has it sent again, and a proxy holds that back. Before they remove its
 * connection they are told how many "are not published": not this one, which may be there, and of which a decision
 * stays, as the removal leaves it.
 */
import { expect, it } from 'vitest';
import { createNodeTransport } from '../service/node-transport';
import { proxied } from '../service/testing/proxied-transport';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it waits for the end of a pause', false],
  ['it is held', true],
])('is not counted as cancelled: %s', async (_name, isHeld) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  await made.outbox.close(0);
  const transport = proxied(createNodeTransport());
  const { root, connections } = made;
  const again = await outboxFixture({ root, connections, transport, timeLimitMs: 600_000 });
  again.token = made.token;
  if (!isHeld) await again.outbox.handlers.setPaused({ isPaused: true });
  await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  if (isHeld) await transport.isHeld;
  expect(await again.items()).toMatchObject([{ why: isHeld ? 'held' : 'paused' }]);
  const removal = await again.outbox.handlers.removal({ connectionId: 'c1' });
  again.connections.pop();
  again.outbox.connectionsChanged();
  again.outbox.connectionRemoved('c1');
  await again.settled();
  // Entered anew, it is as it was before: to be decided, and not cancelled.
  again.connections.push(made.connection);
  again.outbox.connectionsChanged();
  expect(await again.items()).toMatchObject([{ why: 'decision', unsureTries: 1 }]);
  expect(removal).toMatchObject({ cancelled: 0 });
});
