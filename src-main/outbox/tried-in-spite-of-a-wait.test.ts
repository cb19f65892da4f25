import { describe, expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

/**
 * "The wait is the longest of what the service asked for, the back-off, and the wait that runs … and no try follows another
 * within a second" (0009). A service says that there are too many requests (429). Shortly before the next try a person
 * presses *Try now*: it is tried in spite of the wait, and the service says so once more. What is left of the wait that
 * began with the try before is no wait for what it said just now.
 */
describe('a theme is tried in spite of a wait, and the service answers the same', () => {
  /** Refused `tries` times by itself, and once more at a person's word, just before it would go again. */
  async function triedBefore(tries: number) {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 429 });
    await made.publish();
    await made.settled();
    const left = async () => {
      const [item] = await made.items();
      return Date.parse(item?.nextTryAt ?? '') - made.clock.date().getTime();
    };
    for (let each = 1; each < tries; each += 1) {
      made.clock.pass((await left()) + 1);
      await made.settled();
    }
    const last = await left();
    expect(made.practice.received()).toHaveLength(tries);
    made.clock.pass(last - 100);
    await made.settled();
    expect(made.practice.received()).toHaveLength(tries);
    await made.outbox.handlers.retry({ only: made.place });
    await arrived(made.practice, tries + 1);
    await made.settled();
    return { ...made, left };
  }

  it.each([1, 6])('is not tried again a moment later, after %i tries', async (tries) => {
    const { practice, clock, settled, left } = await triedBefore(tries);
    expect.soft(await left()).toBeGreaterThanOrEqual(1_000);
    clock.pass(500);
    await settled();
    expect(practice.received()).toHaveLength(tries + 1);
  });
});
