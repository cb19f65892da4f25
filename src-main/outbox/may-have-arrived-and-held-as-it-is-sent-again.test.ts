/**
 * A first save may have arrived. A person has it sent again, and a proxy holds that back until they sign in. That an
 * earlier version may be there is as true as before (`mayHaveArrived`: "this or an earlier version may be there"): by
 * that the studio doesn't call it not published.
 */
import { expect, it } from 'vitest';
import { createNodeTransport } from '../service/node-transport';
import { proxied } from '../service/testing/proxied-transport';
import { arrived, outboxFixture } from './testing/fixture-outbox';

async function inDoubt() {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision', mayHaveArrived: true }]);
  return made;
}

it('while it is held', async () => {
  const made = await inDoubt();
  await made.outbox.close(0);
  const transport = proxied(createNodeTransport());
  const { root, connections } = made;
  const again = await outboxFixture({ root, connections, transport, timeLimitMs: 600_000 });
  again.token = made.token;
  await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await transport.isHeld;
  expect(await again.items()).toMatchObject([{ why: 'held', mayHaveArrived: true }]);
});

it('while it is on its way', async () => {
  const made = await inDoubt();
  const release = made.practice.holdAnswers();
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await arrived(made.practice, 2);
  expect.soft(await made.items()).toMatchObject([{ why: 'sending', mayHaveArrived: true }]);
  release();
});
