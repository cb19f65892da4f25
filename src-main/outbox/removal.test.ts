/**
 * A connection is to be removed, and a second one leads to the same workspace. What is told before of what waits
 * is what becomes of it then.
 */
import { describe, expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

const nothing = { cancelled: 0, newerCancelled: 0, sending: 0, inDoubt: 0 };

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
