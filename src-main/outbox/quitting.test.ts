/** Foyer quits: nothing leaves after that, and what never left is not said to be in doubt. */
import { describe, expect, it } from 'vitest';
import { freePort } from './testing/free-port';
import { arrived, outboxFixture } from './testing/fixture-outbox';

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
    const again = await outboxFixture({ root: made.root, connections: made.connections });
    again.token = made.token;
    await again.drained();
    const [left] = made.practice.received();
    const { name } = JSON.parse(left?.body ?? '') as { name: string };
    expect((await again.items()).filter((item) => item.name !== name)).toEqual([]);
    expect(made.practice.received()).toHaveLength(3);
  });
});
