/** Foyer quits: nothing leaves after that, and what never left is not said to be in doubt. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from './testing/free-port';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

describe('Foyer quits while it is still starting', () => {
  it('sends nothing, though what opens the outbox comes after its end', async () => {
    const made = await outboxFixture({ port: await freePort() });
    await made.practice.stop();
    await made.publish();
    await made.settled();
    await made.outbox.close(0);
    await made.practice.start();
    made.outbox.wake();
    made.outbox.open();
    await made.settled();
    expect(made.practice.received()).toHaveLength(0);
  });
});

describe('Foyer quits while first saves stand in line', () => {
  it('is sure at the next start that those never left, however long the first one takes', async () => {
    const made = await outboxFixture({ themes: 3 });
    Object.assign(made.connection, { keepsClientIds: 'no' });
    made.practice.setBehaviour('all', { ids: 'own' });
    const release = made.practice.holdAnswers();
    await made.publish(...made.ids);
    await arrived(made.practice);
    while (made.onces.length < 3) await new Promise((next) => setImmediate(next));
    const closing = made.outbox.close(1_000);
    // The two in line are put back, while the one that has left is waited for.
    await expect
      .poll(async () => (await made.items()).map(({ why }) => why).sort())
      .toEqual(['sending', 'turn', 'turn']);
    made.clock.pass(1_000);
    await closing;
    release();
    const again = await nextRun(made);
    await again.drained();
    const [left] = made.practice.received();
    const { name } = JSON.parse(left?.body ?? '') as { name: string };
    expect((await again.items()).filter((item) => item.name !== name)).toEqual([]);
    expect(made.practice.received()).toHaveLength(3);
  });
});

describe('Foyer quits while a locked keychain keeps the token back', () => {
  it('is sure at the next start that a first save never left', async () => {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'no' });
    const keychain = lockKeychain(made);
    await made.publish();
    await expect.poll(() => keychain.asked).toBe(1);
    const closing = made.outbox.close(3_000);
    made.clock.pass(3_000);
    await closing;
    const { root, connections } = made;
    const again = await outboxFixture({ root, connections, before: lockKeychain });
    expect(await again.items()).toMatchObject([{ why: 'turn' }]);
    // Unlocked while Foyer ends, it lets nothing go, and leaves no doubt.
    keychain.unlock(made.token);
    await made.settled();
    expect(made.practice.received()).toHaveLength(0);
    const third = await outboxFixture({ root, connections, before: lockKeychain });
    expect(await third.items()).toMatchObject([{ why: 'turn' }]);
  });
});

describe('Foyer is killed while first saves stand in line', () => {
  it('is in doubt at the next start about the one that has left, and about no other', async () => {
    const made = await outboxFixture({ themes: 3 });
    Object.assign(made.connection, { keepsClientIds: 'no' });
    made.practice.setBehaviour('all', { ids: 'own' });
    const release = made.practice.holdAnswers();
    await made.publish(...made.ids);
    await arrived(made.practice);
    while (made.onces.length < 3) await new Promise((next) => setImmediate(next));
    // What the disk has at this moment, in a profile of its own.
    await cp(join(made.root, 'profile'), join(made.root, 'killed'), { recursive: true });
    const again = await outboxFixture({
      root: made.root,
      profile: 'killed',
      connections: made.connections,
      before: lockKeychain,
    });
    expect((await again.items()).map(({ why }) => why).sort()).toEqual([
      'decision',
      'turn',
      'turn',
    ]);
    release();
    await made.settled();
  });
});

/** A keychain that answers when it is unlocked, or the test is over, and not before. */
function lockKeychain(made: OutboxFixture) {
  let unlock: (token: string | undefined) => void = () => undefined;
  const token = new Promise<string | undefined>((given) => (unlock = given));
  const keychain = { asked: 0, unlock };
  onTestFinished(() => {
    unlock(undefined);
  });
  made.tokenFor = () => {
    keychain.asked += 1;
    return token;
  };
  return keychain;
}
