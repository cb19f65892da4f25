/** What is taken out of the queue is said to be out at once, on the theme's card as well. */
import { describe, expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

describe('a theme that is taken out of the queue', () => {
  it.each(['only this one', 'all'])('no longer waits on its card (%s)', async (how) => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    const told = () => {
      made.clock.pass(30);
      return made.snapshots.at(-1)?.deliveries;
    };
    await made.publish();
    expect(told()).toEqual([{ ...made.place, delivery: 'paused' }]);
    await made.outbox.handlers.cancel(how === 'all' ? {} : { only: made.place });
    expect(await made.items()).toEqual([]);
    // What the window hears, and what it would get if it asked.
    expect(told()).toEqual([]);
    expect(await made.shown()).toMatchObject({ delivery: 'idle' });
  });
});
