/**
 * A theme was refused days ago and is in the outbox still, as *Failed*; several others went through beside it.
 * Now one theme is published, and nothing else is sent: the status bar says *Publishing 1 of 1*, and not a
 * count of all that went through since the outbox was empty. The same beside what waits for a person otherwise.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

const progressOf = async (made: OutboxFixture) =>
  (await made.outbox.handlers.list(undefined)).progress;

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
