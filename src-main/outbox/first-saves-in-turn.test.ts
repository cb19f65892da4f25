/** First saves leave one after the other; what is learned meanwhile counts for those that wait. */
import { describe, expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

async function three() {
  const made = await outboxFixture({ themes: 3 });
  Object.assign(made.connection, { keepsClientIds: 'no' });
  return made;
}

describe('first saves that wait for their turn', () => {
  it('do not leave within the wait that the answer to the first one asked for', async () => {
    const made = await three();
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '600' });
    await made.publish(...made.ids);
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
    const items = await made.items();
    expect(items.map(({ why }) => why)).toEqual(['asked', 'asked', 'asked']);
    // Nobody stopped the two that waited, so nothing says so.
    expect(made.answers).toHaveLength(1);
  });

  it('do not leave with a token that was refused to the first one', async () => {
    const made = await three();
    made.practice.setBehaviour('saveThemeTemplate', { status: 401 });
    await made.publish(...made.ids);
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
  });

  it('do not leave once the outbox is paused, and leave when it goes on', async () => {
    const made = await three();
    const release = made.practice.holdAnswers();
    await made.publish(...made.ids);
    await arrived(made.practice);
    await made.outbox.handlers.setPaused({ isPaused: true });
    release();
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(made.practice.received()).toHaveLength(3);
    expect(await made.items()).toEqual([]);
  });

  it('do not leave once Foyer is closing', async () => {
    const made = await three();
    const release = made.practice.holdAnswers();
    await made.publish(...made.ids);
    await arrived(made.practice);
    // A person quits: what is under way has some time to be answered.
    const closing = made.outbox.close(1_000);
    release();
    await closing;
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
  });

  it('are not said to be sent, but why they wait', async () => {
    const made = await three();
    const release = made.practice.holdAnswers();
    await made.publish(...made.ids);
    await arrived(made.practice);
    while (made.onces.length < 3) await new Promise((next) => setImmediate(next));
    const whys = async () => (await made.items()).map(({ why }) => why).sort();
    expect(await whys()).toEqual(['sending', 'turn', 'turn']);
    await made.outbox.handlers.setPaused({ isPaused: true });
    expect(await whys()).toEqual(['paused', 'paused', 'sending']);
    const cards = await Promise.all(made.ids.map(async (id) => (await made.shown(id))?.delivery));
    expect(cards.sort()).toEqual(['paused', 'paused', 'sending']);
    release();
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
  });
});
