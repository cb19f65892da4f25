/** A publication that a proxy holds back until a person has signed in to it. */
import { expect, it } from 'vitest';
import { createNodeTransport } from '../service/node-transport';
import { proxied } from '../service/testing/proxied-transport';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function held() {
  const transport = proxied(createNodeTransport());
  const made = await outboxFixture({ transport, timeLimitMs: 600_000 });
  await made.publish();
  await transport.isHeld;
  return { made, signIn: transport.signIn };
}

it('is not said to be sent, but what it waits for', async () => {
  const { made, signIn } = await held();
  expect(await made.items()).toMatchObject([{ why: 'held' }]);
  expect(await made.shown()).toMatchObject({ delivery: 'waiting' });
  signIn();
  await made.drained();
  expect(await made.items()).toEqual([]);
  expect(made.practice.received()).toHaveLength(1);
});

it('leaves in its newest version alone', async () => {
  const { made, signIn } = await held();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  await made.publish();
  signIn();
  await made.drained();
  expect(made.practice.state().templates).toMatchObject([{ name: 'Newer' }]);
  expect(made.practice.received()).toHaveLength(1);
});

it('does not leave once the outbox is paused', async () => {
  const { made, signIn } = await held();
  await made.outbox.handlers.setPaused({ isPaused: true });
  signIn();
  await made.settled();
  expect(made.practice.received()).toEqual([]);
  expect(await made.items()).toMatchObject([{ why: 'paused' }]);
});

it('is in no doubt when Foyer quits meanwhile', async () => {
  const { made } = await held();
  // It is not waited for: nobody may ever sign in.
  await made.outbox.close(1_000);
  await made.settled();
  const again = await nextRun(made);
  await again.drained();
  expect(made.practice.received()).toHaveLength(1);
  expect(await again.items()).toEqual([]);
});
