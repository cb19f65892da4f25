/** *Try now* and *Try all now*: a person's word of a moment. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPracticeService } from '../practice/practice';
import { freePort } from './testing/free-port';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** Themes that wait because there was no way to the service, which is back and wants no more for an hour. */
async function afterAnOutage(themes = 1): Promise<OutboxFixture> {
  const made = await outboxFixture({ themes, port: await freePort() });
  made.connections.forEach((each) => Object.assign(each, { keepsClientIds: 'yes' }));
  await made.practice.stop();
  await made.publish(...made.ids);
  await made.settled();
  expect((await made.items()).map(({ why }) => why)).toEqual(Array(themes).fill('unreachable'));
  await made.practice.start();
  made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600' });
  return made;
}

describe('a waiting time that the service asks for after *Try all now* was pressed', () => {
  it('holds for the one that was pressed for, too', async () => {
    const made = await afterAnOutage(3);
    await made.outbox.handlers.retry({});
    await made.settled();
    // One tried for all, and was told to wait an hour: nothing follows it.
    expect(made.practice.received()).toHaveLength(1);
    expect((await made.items()).map(({ why }) => why)).toEqual(Array(3).fill('asked'));
  });

  it('holds for one that stands behind another request, too', async () => {
    const made = await afterAnOutage(2);
    // Another first save goes before it, through the same turn.
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.retry({ only: made.place });
    await arrived(made.practice);
    await made.outbox.handlers.retry({ only: { ...made.place, themeId: made.ids[1] ?? '' } });
    release();
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
  });
});

describe('*Try now* of a theme in the bin', () => {
  it('is no word for what comes back later', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600', times: 1 });
    await made.publish();
    await made.settled();
    const { entries } = await made.library.handlers.remove({ ids: [made.place.themeId] });
    expect(await made.items()).toMatchObject([{ why: 'themeMissing' }]);
    await made.outbox.handlers.retry({ only: made.place });
    await made.settled();
    await made.library.handlers.restore({ entries });
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'asked' }]);
    expect(made.practice.received()).toHaveLength(1);
  });
});

describe('*Try now* of a theme that is published anew before its turn', () => {
  it('is for its newest version, too', async () => {
    const made = await afterAnOutage();
    await made.outbox.handlers.retry({});
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'asked' }]);
    made.practice.setBehaviour('saveThemeTemplate', {});
    // A first save to another service goes before it, through the same turn.
    const other = createPracticeService({ token: made.token ?? '' });
    const { baseAddress } = await other.start();
    onTestFinished(() => other.stop());
    made.connections.push({ ...made.connection, id: 'c2', baseAddress });
    const release = other.holdAnswers();
    const { themeId } = made.place;
    await made.outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
    await arrived(other);
    await made.outbox.handlers.retry({ only: made.place });
    await made.library.handlers.rename({ id: themeId, name: 'Newer' });
    await made.publish();
    release();
    await made.settled();
    expect(made.practice.state().templates).toMatchObject([{ name: 'Newer' }]);
    expect(await made.items()).toEqual([]);
  });
});

describe('*Try all now*, pressed twice', () => {
  it('does not send again, against the wait, what was on its way at the second press', async () => {
    const made = await afterAnOutage();
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.retry({});
    await arrived(made.practice);
    await made.outbox.handlers.retry({});
    release();
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
    expect(await made.items()).toMatchObject([{ why: 'asked' }]);
  });
});

describe('*Try all now*, followed by a pause', () => {
  it('is not made up for when the outbox goes on', async () => {
    const made = await afterAnOutage();
    await made.outbox.handlers.retry({});
    await made.settled();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.outbox.handlers.retry({});
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
  });
});
