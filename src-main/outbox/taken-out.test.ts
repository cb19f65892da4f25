/** What is taken out of the queue is said to be out at once, on the theme's card as well. */
import { describe, expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

describe('a theme that is taken out of the queue', () => {
  it.each(['only this one', 'all'])('no longer waits on its card (%s)', async (how) => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    const told: (string | undefined)[] = [];
    made.library.onChange(({ upserted }) => {
      for (const { places } of upserted) told.push(places[0]?.delivery);
    });
    await made.publish();
    await expect.poll(() => told.at(-1)).toBe('paused');
    await made.outbox.handlers.cancel(how === 'all' ? {} : { only: made.place });
    expect(await made.items()).toEqual([]);
    // What the window hears, and what it would get if it asked.
    await expect.poll(() => told.at(-1)).toBe('idle');
    expect(await made.shown()).toMatchObject({ delivery: 'idle' });
  });
});
