import { describe, expect, it, onTestFinished } from 'vitest';
import { createPracticeService } from '../practice/practice';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { freePort } from './testing/free-port';

/** *Try now* and *Try all now*: a person's word of a moment. */
describe('a person’s word of a moment', () => {
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
      made.practice.setBehaviour('saveThemeTemplate', {
        status: 429,
        retryAfter: '3600',
        times: 1,
      });
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
});

/**
 * A service wants no more for an hour; a person knows better and presses *Try all now*: one is tried in spite of the
 * wait, and when it goes, the others follow. One of those that wait can’t go: it was moved to the bin, or the service
 * refuses it as it is.
 */
describe('*Try all now* where the one that is tried first can’t go', () => {
  /** Three themes that wait for an hour that the service asked for, and wants no more. */
  async function threeWaiting() {
    const made = await outboxFixture({ themes: 3 });
    made.connections.forEach((each) => Object.assign(each, { keepsClientIds: 'yes' }));
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600' });
    await made.publish(...made.ids);
    await made.settled();
    expect((await made.items()).map(({ why }) => why)).toEqual(['asked', 'asked', 'asked']);
    made.practice.setBehaviour('saveThemeTemplate', null);
    return made;
  }

  it.each([
    ['the control: none is deleted', undefined, 3],
    ['the first one is in the bin', 0, 2],
    ['the last one is in the bin', 2, 2],
  ])('sends those that can go: %s', async (_name, deleted, sent) => {
    const made = await threeWaiting();
    const id = deleted === undefined ? undefined : made.ids[deleted];
    if (id !== undefined) await made.library.handlers.remove({ ids: [id] });

    await made.outbox.handlers.retry({});
    await made.settled();
    expect(made.practice.state().templates).toHaveLength(sent);
  });

  it.each([
    ['refuses one as it is', { status: 400, times: 1 }, 2],
    ['fails, and has asked for a wait', { status: 500, times: 1 }, 0],
    ['wants no more, again', { status: 429, times: 1 }, 0],
  ] as const)('where the service %s, so many of the others go', async (_name, behaviour, sent) => {
    const made = await threeWaiting();
    const before = made.practice.received().length;
    made.practice.setBehaviour('saveThemeTemplate', behaviour);
    await made.outbox.handlers.retry({});
    await made.settled();
    expect(made.practice.received()).toHaveLength(before + 1 + sent);
    expect(made.practice.state().templates).toHaveLength(sent);
  });
});

/**
 * Two connections lead to one workspace, and a theme that was published to both waits for their tokens. The connection
 * that was tried last is pointed elsewhere; the other one has its own entry, which says that its token was refused, and
 * can be tried again: it may have got its rights since. *Try all now* tries what each entry with such a button shows.
 */
describe('*Try all now* beside a connection that leads elsewhere', () => {
  async function oneLeadsElsewhere() {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    made.connections.push({ ...made.connection, id: 'c2', label: 'Team' });
    const { outbox, practice, place } = made;
    const { themeId } = place;
    practice.setBehaviour('saveThemeTemplate', { status: 401, times: 2 });
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1', 'c2'] });
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }, { why: 'tokenRefused' }]);
    // It leads to another workspace of the same service, with the token that it has.
    const last = made.connections.find(({ id }) => id === 'c2');
    Object.assign(last ?? {}, { workspaceId: 'another-workspace' });
    outbox.connectionsChanged();
    await made.settled();
    const items = (await made.items()).map(({ connectionId, why }) => ({ connectionId, why }));
    return { made, items };
  }

  it.each([
    ['its own entry', { only: 'c1' }],
    ['all', {}],
  ])('is tried now, by %s', async (_name, { only }: { only?: string }) => {
    const { made, items } = await oneLeadsElsewhere();
    const { outbox, practice, place } = made;
    expect(items.find(({ connectionId }) => connectionId === 'c1')).toEqual({
      connectionId: 'c1',
      why: 'tokenRefused',
    });
    await outbox.handlers.retry(only ? { only: { ...place, connectionId: only } } : {});
    await made.settled();
    expect(practice.state().templates).toHaveLength(1);
    expect(await made.items()).toEqual([]);
  });
});

/**
 * The token of one of two connections to a workspace is refused, and a theme waits for that. Another one was asked for
 * through both, and goes through the one whose token is fine. Tried at a person's word it goes through that one: of the
 * refused token, and of what waits for it, they said nothing ("a refused token holds everything of that connection").
 */
describe('*Try now* of a theme that goes through the open one of two connections', () => {
  it.each([
    ['the control: the other one was asked for through the open one alone', ['c1']],
    ['the other one was asked for through both', ['c1', 'c2']],
  ])('waits for its token: %s', async (_name, connectionIds) => {
    const made = await outboxFixture({ themes: 2 });
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    const [one = '', two = ''] = made.ids;
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await made.outbox.handlers.publish({ themeIds: [two], connectionIds: ['c2'] });
    await made.drained();
    made.practice.setBehaviour('saveThemeTemplate', { status: 503, times: 1 });
    await made.outbox.handlers.publish({ themeIds: [one], connectionIds });
    await made.settled();
    expect(await made.items()).toMatchObject([
      { name: 'Harbour 2', connectionId: 'c2', why: 'tokenRefused' },
      { name: 'Harbour', connectionId: 'c1', why: 'retry' },
    ]);
    const before = made.practice.received().length;
    await made.outbox.handlers.retry({ only: { themeId: one, connectionId: 'c1' } });
    await made.drained();
    const sent = made.practice
      .received()
      .slice(before)
      .map(({ body }) => (JSON.parse(body) as { name: string }).name);
    expect(sent).toEqual(['Harbour']);
  });
});
