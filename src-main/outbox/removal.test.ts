import { describe, expect, it, vi } from 'vitest';
import { createNodeTransport } from '../service/node-transport';
import { proxied } from '../service/testing/proxied-transport';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { cutItemShort, nextRun } from './testing/next-run';

const nothing = { cancelled: 0, newerCancelled: 0, sending: 0, inDoubt: 0 };

/**
 * A connection is to be removed, and a second one leads to the same workspace. What is told before of what waits
 * is what becomes of it then.
 */
describe('a connection is removed, and another leads to the same workspace', () => {
  /** Two connections to one workspace, of which the first is removed. */
  async function two() {
    const made = await outboxFixture();
    const { connections, library, outbox, practice } = made;
    const { themeId } = made.place;
    practice.setBehaviour('all', { ids: 'own' });
    connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    return {
      ...made,
      made,
      async publish(...through: string[]) {
        for (const id of through) {
          await outbox.handlers.publish({ themeIds: [themeId], connectionIds: [id] });
        }
      },
      atOnce: () => outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1', 'c2'] }),
      rename: (name: string) => library.handlers.rename({ id: themeId, name }),
      told: () => outbox.handlers.removal({ connectionId: 'c1' }),
      async remove() {
        connections.shift();
        outbox.connectionsChanged();
        outbox.connectionRemoved('c1');
        await made.settled();
      },
      /** Says of what is in doubt that it is not there. */
      async drop() {
        await outbox.handlers.decide({ themeId, connectionId: 'c2', decision: 'drop' });
        await made.drained();
      },
    };
  }

  it('the control: what waits for the other one alone is not touched', async () => {
    const made = await two();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish('c2');
    expect(await made.told()).toEqual(nothing);
    await made.remove();
    expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'paused' }]);
  });

  it('what waits for it alone is cancelled', async () => {
    const made = await two();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish('c1');
    expect(await made.told()).toEqual({ ...nothing, cancelled: 1 });
    await made.remove();
    expect(await made.items()).toEqual([]);
  });

  it.each([
    ['the one that is removed: it is cancelled', ['c2', 'c1'], 1],
    ['the other: it stays', ['c1', 'c2'], 0],
  ])('what was published last through %s', async (_name, order, cancelled) => {
    const made = await two();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish(...order);
    expect(await made.told()).toEqual({ ...nothing, cancelled });
    await made.remove();
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(made.practice.received()).toHaveLength(1 - cancelled);
  });

  it.each([
    ['through it is cancelled', ['c2', 'c1'], { newerCancelled: 1 }, 1],
    ['through the other stays', ['c1', 'c2'], {}, 2],
  ])('a newer version behind a doubt, last published %s', async (_name, through, told, sent) => {
    const made = await two();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish('c1');
    await made.drained();
    // Of the doubt itself nothing is cancelled.
    expect(await made.told()).toEqual(nothing);
    await made.rename('Newer');
    await made.publish(...through);
    expect(await made.told()).toEqual({ ...nothing, ...told });
    await made.remove();
    expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'decision' }]);
    await made.drop();
    expect(made.practice.received()).toHaveLength(sent);
  });

  it('a doubt about what was repeated stays, and nothing of it is cancelled', async () => {
    const made = await two();
    await made.publish('c1');
    await made.drained();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 2 });
    await made.rename('Newer');
    await made.publish('c1');
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
    expect(await made.told()).toEqual(nothing);
    await made.remove();
    expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'decision' }]);
  });

  it('what is being sent may still arrive, and what was published since is cancelled', async () => {
    const made = await two();
    const release = made.practice.holdAnswers();
    await made.publish('c1');
    await arrived(made.practice);
    expect(await made.told()).toEqual({ ...nothing, sending: 1 });
    await made.rename('Newer');
    await made.publish('c1');
    expect(await made.told()).toEqual({ ...nothing, sending: 1, cancelled: 1 });
    await made.remove();
    release();
    expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'decision' }]);
    await made.drop();
    expect(made.practice.received()).toHaveLength(1);
  });

  describe('what was published through both at once', () => {
    it('goes through the other, and is cancelled with that', async () => {
      const made = await two();
      await made.outbox.handlers.setPaused({ isPaused: true });
      await made.atOnce();
      expect(await made.told()).toEqual(nothing);
      await made.remove();
      expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'paused' }]);
      expect(await made.outbox.handlers.removal({ connectionId: 'c2' })).toEqual({
        ...nothing,
        cancelled: 1,
      });
      made.connections.shift();
      made.outbox.connectionRemoved('c2');
      await made.outbox.handlers.setPaused({ isPaused: false });
      await made.settled();
      expect(made.practice.received()).toEqual([]);
    });

    it('goes through the other where the first was removed before its turn', async () => {
      const { made: fixture, ...made } = await two();
      let give = (): void => undefined;
      const given = new Promise<void>((resolve) => (give = resolve));
      let isAsked = false;
      fixture.tokenFor = async (id) => {
        isAsked = true;
        if (id === 'c1') await given;
        return made.token;
      };
      await made.atOnce();
      await expect.poll(() => isAsked).toBe(true);
      const removed = made.remove();
      give();
      await removed;
      expect(made.practice.received()).toHaveLength(1);
      expect(await made.items()).toEqual([]);
      expect(made.answers.map(({ result }) => result?.outcome.kind)).toContain('accepted');
      expect(made.answers.map(({ result }) => result?.outcome.kind)).not.toContain('notSent');
    });

    it('is not sent again while the one that was leaving may have arrived', async () => {
      const made = await two();
      const release = made.practice.holdAnswers();
      await made.atOnce();
      await arrived(made.practice);
      expect(await made.told()).toEqual({ ...nothing, sending: 1 });
      await made.remove();
      release();
      await made.drained();
      expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'decision' }]);
      expect(made.practice.received()).toHaveLength(1);
    });
  });
});

/**
 * Three themes are published, and a slow disk is still giving them: the status bar counts three. Their connection is to be
 * removed, by which none of them is published: the question says so of each.
 */
describe('a connection is removed while themes are read', () => {
  async function toldOf(isRead: boolean) {
    const made = await outboxFixture({ themes: 3 });
    await made.outbox.handlers.setPaused({ isPaused: true });
    const saved = made.library.saved.bind(made.library);
    let goOn = (): void => undefined;
    const slow = new Promise<void>((done) => (goOn = done));
    const reading = vi.spyOn(made.library, 'saved').mockImplementation(async (id) => {
      await slow;
      return saved(id);
    });
    const publishing = made.publish(...made.ids).catch(() => undefined);
    await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(3));
    if (isRead) {
      goOn();
      await publishing;
    }
    const { progress } = await made.outbox.handlers.list(undefined);
    const told = await made.outbox.handlers.removal({ connectionId: 'c1' });
    made.connections.pop();
    made.outbox.connectionsChanged();
    made.outbox.connectionRemoved('c1');
    goOn();
    await publishing;
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    return { waiting: progress.all, told: told.cancelled, sent: made.practice.received().length };
  }

  it('the control: the disk has given them', async () => {
    expect(await toldOf(true)).toEqual({ waiting: 3, told: 3, sent: 0 });
  });

  it('the disk is still giving them', async () => {
    expect(await toldOf(false)).toEqual({ waiting: 3, told: 3, sent: 0 });
  });
});

/**
 * A save may have arrived and waits to be tried again, its connection is pointed at another workspace, and the outbox
 * lists it as one that was to go to the first. Then the connection is removed: the entry goes with it, and the question
 * before says so, as it does of one that never left.
 */
describe('a connection is removed that leads elsewhere by now', () => {
  it.each([
    ['the control: it has not left', true],
    ['it may have arrived', false],
  ])('what goes with the connection is said before: %s', async (_name, isPaused) => {
    const made = await outboxFixture();
    const { connections, library, outbox, practice } = made;
    const { themeId } = made.place;
    await made.publish();
    await made.drained();
    await library.handlers.rename({ id: themeId, name: 'Harbour, evening' });
    practice.setBehaviour('saveThemeTemplate', { status: 503 });
    await outbox.handlers.setPaused({ isPaused });
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: isPaused ? 'paused' : 'retry' }]);

    const [connection] = connections;
    if (connection) connections[0] = { ...connection, workspaceId: 'w2' };
    outbox.tokenReplaced('c1');
    outbox.connectionsChanged();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'elsewhere', connectionId: 'c1' }]);

    const told = await outbox.handlers.removal({ connectionId: 'c1' });
    connections.shift();
    outbox.connectionsChanged();
    outbox.connectionRemoved('c1');
    await made.settled();
    expect(await made.items()).toEqual([]);
    expect(told).not.toEqual(nothing);
  });
});

/**
 * A save may have arrived, and its connection is removed, which is the only one to its workspace. From then on it is
 * neither sent again, as Foyer would have done by itself, nor shown as in doubt: the question before says so.
 */
describe('a connection is removed while a save waits to be repeated', () => {
  it.each([
    ['the control: it waits for its first try', true, false, { cancelled: 1 }],
    ['it waits for its next try', false, false, { inDoubt: 1 }],
    ['it waits for its next try, and another connection leads there', false, true, {}],
  ])('what goes with the connection is said before: %s', async (_name, isPaused, isTwo, said) => {
    const made = await outboxFixture();
    const { connections, library, outbox, practice } = made;
    if (isTwo) connections.push({ ...made.connection, id: 'c2' });
    const { themeId } = made.place;
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    await made.drained();
    await library.handlers.rename({ id: themeId, name: 'Newer' });
    practice.setBehaviour('saveThemeTemplate', { status: 503 });
    await outbox.handlers.setPaused({ isPaused });
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    await made.settled();
    expect((await made.items()).map(({ why }) => why)).not.toContain('decision');

    const told = await outbox.handlers.removal({ connectionId: 'c1' });
    connections.shift();
    outbox.connectionsChanged();
    outbox.connectionRemoved('c1');
    await made.settled();
    expect(await made.items()).toHaveLength(isTwo ? 1 : 0);
    expect(told).toEqual({ ...nothing, ...said });
  });
});

/**
 * Foyer's record of a save is damaged, so that it may have arrived: the outbox lists it to be decided. Its connection is
 * removed, the only one to its workspace, and the entry goes with it: the question before says so, as of each doubt.
 */
describe('a connection is removed with a damaged item', () => {
  it.each([
    ['the control: the record can be read', false],
    ['it is damaged', true],
  ])('what goes with the connection is said before: %s', async (_name, isDamaged) => {
    const first = await outboxFixture();
    first.practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading' });
    await first.publish();
    await first.settled();
    await first.outbox.close(0);
    await first.library.flush();
    first.library.close();
    if (isDamaged) await cutItemShort(first);
    const made = await nextRun(first);
    const { connections, outbox } = made;
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: isDamaged ? 'unreadable' : 'decision' }]);

    const told = await outbox.handlers.removal({ connectionId: 'c1' });
    connections.shift();
    outbox.connectionsChanged();
    outbox.connectionRemoved('c1');
    await made.settled();
    expect(await made.items()).toEqual([]);
    expect(told).toMatchObject({ inDoubt: 1 });
  });
});

/**
 * A save may have arrived, and is sent again; that waits. Its connection is to be removed. "The same again is no newer
 * version: it is what may have arrived, which stays to be decided": it is not among those that "are not published".
 */
describe('a connection is removed with a doubt that is sent again', () => {
  it.each([
    ['the control: before it is sent again', false],
    ['as it waits to be sent again', true],
  ])('is not said not to be published: %s', async (_name, isAgain) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
    await made.outbox.handlers.setPaused({ isPaused: true });
    if (isAgain) await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    expect(await made.items()).toMatchObject([{ why: isAgain ? 'paused' : 'decision' }]);
    expect(await made.outbox.handlers.removal({ connectionId: 'c1' })).toMatchObject({
      cancelled: 0,
    });
  });
});

/**
 * A first save may have arrived. A person has it sent again, and a proxy holds that back. Before they remove its
 * connection they are told how many "are not published": not this one, which may be there, and of which a decision
 * stays, as the removal leaves it.
 */
describe('a connection is removed with a doubt that a proxy holds back', () => {
  it.each([
    ['the control: it waits for the end of a pause', false],
    ['it is held', true],
  ])('is not counted as cancelled: %s', async (_name, isHeld) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    await made.outbox.close(0);
    const transport = proxied(createNodeTransport());
    const { root, connections } = made;
    const again = await outboxFixture({ root, connections, transport, timeLimitMs: 600_000 });
    again.token = made.token;
    if (!isHeld) await again.outbox.handlers.setPaused({ isPaused: true });
    await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    if (isHeld) await transport.isHeld;
    expect(await again.items()).toMatchObject([{ why: isHeld ? 'held' : 'paused' }]);
    const removal = await again.outbox.handlers.removal({ connectionId: 'c1' });
    again.connections.pop();
    again.outbox.connectionsChanged();
    again.outbox.connectionRemoved('c1');
    await again.settled();
    // Entered anew, it is as it was before: to be decided, and not cancelled.
    again.connections.push(made.connection);
    again.outbox.connectionsChanged();
    expect(await again.items()).toMatchObject([{ why: 'decision', unsureTries: 1 }]);
    expect(removal).toMatchObject({ cancelled: 0 });
  });
});
