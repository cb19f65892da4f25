import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newId } from '../storage/storage';
import { copiedLibrary } from './testing/copied-library';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

const progressOf = async (made: OutboxFixture) =>
  (await made.outbox.handlers.list(undefined)).progress;

/** How many of those that were queued have arrived: each theme and place counts once. */

describe('how many are published', () => {
  const rename = (made: OutboxFixture, name: string) =>
    made.library.handlers.rename({ id: made.place.themeId, name });

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

/**
 * A theme was refused days ago and is in the outbox still, as *Failed*; several others went through beside it.
 * Now one theme is published, and nothing else is sent: the status bar says *Publishing 1 of 1*, and not a
 * count of all that went through since the outbox was empty. The same beside what waits for a person otherwise.
 */
describe('how many are published, beside a refused one', () => {
  /** What is counted while the one theme is being sent. */
  async function countedBeside(refused: boolean): Promise<{ done: number; all: number }> {
    const made = await outboxFixture({ themes: 5 });
    const [one = '', ...others] = made.ids;
    if (refused) {
      made.practice.setBehaviour('saveThemeTemplate', { status: 400, message: 'No.', times: 1 });
      await made.publish(others.pop() ?? '');
      await made.settled();
      expect(await made.items()).toMatchObject([{ why: 'refused' }]);
    }
    for (const other of others.slice(0, 3)) await made.publish(other);
    await made.drained();
    // Long after.
    made.clock.pass(24 * 60 * 60 * 1_000);
    const before = made.practice.received().length;
    const release = made.practice.holdAnswers();
    await made.publish(one);
    await arrived(made.practice, before + 1);
    const progress = await progressOf(made);
    release();
    await made.drained();
    return progress;
  }

  it('the control: nothing was refused', async () => {
    expect(await countedBeside(false)).toEqual({ done: 0, all: 1 });
  });

  it('one was refused, and nobody has cancelled it', async () => {
    expect(await countedBeside(true)).toEqual({ done: 0, all: 1 });
  });

  it('is one again when the refused one is tried once more', async () => {
    const made = await outboxFixture({ themes: 3 });
    const [refused = '', ...others] = made.ids;
    made.practice.setBehaviour('saveThemeTemplate', { status: 400, message: 'No.', times: 1 });
    await made.publish(refused);
    await made.settled();
    for (const other of others) await made.publish(other);
    await made.drained();
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.retry({});
    await arrived(made.practice, 4);
    expect(await progressOf(made)).toEqual({ done: 0, all: 1 });
    release();
    await made.drained();
  });

  it('is one again when what waited for a token leaves with a new one', async () => {
    const made = await outboxFixture({ themes: 2 });
    const [held = '', other = ''] = made.ids;
    const second = { ...made.connection, id: 'c2', label: 'Southwind', workspaceId: 'w2' };
    made.connections.push(second);
    made.practice.setBehaviour('saveThemeTemplate', { status: 401, message: 'No.', times: 1 });
    await made.publish(held);
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
    await made.outbox.handlers.publish({ themeIds: [other], connectionIds: ['c2'] });
    await made.drained();
    const release = made.practice.holdAnswers();
    made.outbox.tokenReplaced(made.connection.id);
    await arrived(made.practice, 3);
    expect(await progressOf(made)).toEqual({ done: 0, all: 1 });
    release();
    await made.drained();
  });

  it('is one where a save that may have arrived waits for a decision', async () => {
    const made = await outboxFixture({ themes: 3 });
    const [unsure = '', one = '', two = ''] = made.ids;
    made.practice.setBehaviour('all', { ids: 'own' });
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
    await made.publish(unsure);
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    await made.publish(one);
    await made.settled();
    const release = made.practice.holdAnswers();
    await made.publish(two);
    await arrived(made.practice, 3);
    expect(await progressOf(made)).toEqual({ done: 0, all: 1 });
    release();
    await made.settled();
  });
});

/**
 * A theme waits and is in the bin: whether it is restored is a person's to say, as whether another library is chosen again.
 * Others are published one after the other: the status bar says *Publishing 1 of 1* of each, and not a count of all that
 * went through since.
 */
describe('how many are published, beside one in the bin', () => {
  it.each([
    ['the control: none', false],
    ['one', true],
  ])('what waits for a theme in the bin: %s', async (_name, isAny) => {
    const made = await outboxFixture({ themes: 3 });
    const { library, outbox, practice } = made;
    const [binned = '', before = '', now = ''] = made.ids;
    if (isAny) {
      await outbox.handlers.setPaused({ isPaused: true });
      await made.publish(binned);
      await library.handlers.remove({ ids: [binned] });
      await outbox.handlers.setPaused({ isPaused: false });
      await made.settled();
    }
    await made.publish(before);
    await made.drained();
    made.clock.pass(24 * 60 * 60 * 1_000);
    const release = practice.holdAnswers();
    await made.publish(now);
    await arrived(practice, 2);
    const { progress, items } = await outbox.handlers.list(undefined);
    release();
    await made.drained();
    expect({ progress, others: items.filter(({ why }) => why === 'themeMissing').length }).toEqual({
      progress: { done: 0, all: 1 },
      others: isAny ? 1 : 0,
    });
  });
});

/**
 * A theme waits from one library, and will until that is chosen again. In another one, themes are published one after the
 * other: the status bar says *Publishing 1 of 1* of each, and not a count of all that went through since.
 */
describe('how many are published, beside one of another library', () => {
  it.each([
    ['the control: none', false],
    ['one', true],
  ])('what waits from another library: %s', async (_name, isAny) => {
    const made = await copiedLibrary();
    const { folder, outbox, practice } = made;
    if (isAny) {
      await outbox.handlers.setPaused({ isPaused: true });
      await made.publish();
      await made.settled();
    }
    await made.useAnother();
    await outbox.handlers.setPaused({ isPaused: false });
    const document = await made.document();
    const ids = [newId(), newId()];
    for (const id of ids)
      await writeFile(
        join(folder('other'), `${id}.json`),
        JSON.stringify({ ...document, id, name: id }),
      );
    await made.library.rescan();
    const [before = '', now = ''] = ids;
    await made.publish(before);
    await made.drained();
    made.clock.pass(24 * 60 * 60 * 1_000);
    const release = practice.holdAnswers();
    await made.publish(now);
    await arrived(practice, 2);
    const { progress, items } = await outbox.handlers.list(undefined);
    release();
    await made.drained();
    expect({ progress, others: items.filter(({ why }) => why === 'otherLibrary').length }).toEqual({
      progress: { done: 0, all: 1 },
      others: isAny ? 1 : 0,
    });
  });
});
