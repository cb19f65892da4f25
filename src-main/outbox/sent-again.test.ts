/** *Send again* is a person's word about one doubt: it holds as long as that doubt, and no longer. */
import { describe, expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

describe('a person said that a save may be sent again', () => {
  /** Said while it can't go out: the outbox is paused, or its answer is awaited. */
  async function sentAgain(themes = 1) {
    const made = await outboxFixture({ themes });
    Object.assign(made.connection, { keepsClientIds: 'no' });
    made.practice.setBehaviour('all', { ids: 'own' });
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    expect(await made.items()).toMatchObject([{ why: 'paused' }]);
    return made;
  }

  it('and is not asked the same once more by a publication that comes while it waits', async () => {
    const made = await sentAgain();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.publish();
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.state().templates).toMatchObject([{ name: 'Port' }]);
  });

  it('nor by one that comes while it is under way, and nothing is made of it', async () => {
    const made = await sentAgain();
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '5', times: 1 });
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.setPaused({ isPaused: false });
    await arrived(made.practice, 2);
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.publish();
    release();
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.state().templates).toMatchObject([{ name: 'Port' }]);
  });

  it('but is asked about another doubt, which came of sending it again', async () => {
    const made = await sentAgain();
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.setPaused({ isPaused: false });
    await arrived(made.practice, 2);
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.publish();
    release();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
    expect(made.practice.received()).toHaveLength(2);
  });

  it('but is asked about that, too, when the newer one came while it stood in line', async () => {
    const made = await sentAgain(2);
    const [, two = ''] = made.ids;
    // Another first save holds the turn.
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.cancel({ only: made.place });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.publish(two);
    await arrived(made.practice, 2);
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    while (made.onces.length < 3) await new Promise((next) => setImmediate(next));
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.publish();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    release();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
    expect(made.practice.received()).toHaveLength(3);
  });

  it('and took it out under way: one that is published meanwhile is asked about', async () => {
    const made = await sentAgain(2);
    const [, two = ''] = made.ids;
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.cancel({ only: made.place });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.publish(two);
    await arrived(made.practice, 2);
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    while (made.onces.length < 3) await new Promise((next) => setImmediate(next));
    await made.outbox.handlers.cancel({ only: made.place });
    await made.publish();
    release();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 1 }]);
    expect(made.practice.received()).toHaveLength(2);
  });

  it('and then took it out: one that is published later is asked about', async () => {
    const made = await sentAgain();
    await made.outbox.handlers.cancel({ only: made.place });
    await made.publish();
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    expect(made.practice.received()).toHaveLength(1);
  });
});
