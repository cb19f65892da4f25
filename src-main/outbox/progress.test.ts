/** How many of those that were queued have arrived: each theme and place counts once. */
import { describe, expect, it } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

const progressOf = async (made: OutboxFixture) =>
  (await made.outbox.handlers.list(undefined)).progress;
const rename = (made: OutboxFixture, name: string) =>
  made.library.handlers.rename({ id: made.place.themeId, name });

describe('how many are published', () => {
  it('counts a theme once that is published again while it is under way', async () => {
    const made = await outboxFixture();
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    await rename(made, 'Harbour, newer');
    await made.publish();
    expect(await progressOf(made)).toEqual({ done: 0, all: 1 });
    release();
    await made.drained();
    expect(await made.items()).toEqual([]);
    // Everything has arrived. Some time later one theme is published, and nothing else waits.
    const hold = made.practice.holdAnswers();
    await rename(made, 'Harbour, the newest');
    await made.publish();
    await arrived(made.practice, 3);
    expect(await progressOf(made)).toEqual({ done: 0, all: 1 });
    hold();
    await made.drained();
  });

  it('counts one again that is published again after it arrived, while others wait', async () => {
    const made = await outboxFixture({ themes: 2 });
    Object.assign(made.connection, { keepsClientIds: 'no' });
    const [one = '', two = ''] = made.ids;
    await made.publish(one);
    await made.settled();
    const release = made.practice.holdAnswers();
    await made.publish(two);
    await arrived(made.practice, 2);
    await rename(made, 'Harbour, newer');
    await made.publish(one);
    expect(await progressOf(made)).toEqual({ done: 0, all: 2 });
    release();
    await made.drained();
    expect(await progressOf(made)).toEqual({ done: 2, all: 2 });
  });

  it('counts one that is sent again at a person’s word as what is queued anew', async () => {
    const made = await outboxFixture({ themes: 2 });
    const [one = '', two = ''] = made.ids;
    Object.assign(made.connection, { keepsClientIds: 'no' });
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
    const release = made.practice.holdAnswers();
    await made.publish(one);
    await arrived(made.practice);
    // Taken out under way, it is in doubt, and nothing of it waits any more.
    await made.outbox.handlers.cancel({ only: { ...made.place, themeId: one } });
    release();
    await made.settled();
    await made.publish(two);
    await made.drained();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.outbox.handlers.decide({ ...made.place, themeId: one, decision: 'sendAgain' });
    expect(await progressOf(made)).toEqual({ done: 0, all: 1 });
  });
});
