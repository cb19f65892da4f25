/**
 * A first save in doubt whose file can't be read: a person has it sent again, and takes that back. Then
 * it is the doubt that it was.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

const folderOf = ({ root }: OutboxFixture) => join(root, 'profile', 'outbox');

/** A template that Foyer knows nothing certain of, at a service with ids of its own; after a restart. */
async function inDoubt(
  isReadable: boolean,
): Promise<{ made: OutboxFixture; again: OutboxFixture }> {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  if (!isReadable) {
    const [name = ''] = (await readdir(folderOf(made))).filter((each) => each.endsWith('.json'));
    const path = join(folderOf(made), name);
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, bytes.length - 20));
  }
  const again = await nextRun(made);
  expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
  return { made, again };
}

it.each([
  ['the control: readable', true],
  ['unreadable', false],
])('is still not sure it arrived: %s', async (_name, isReadable) => {
  const { made, again } = await inDoubt(isReadable);
  await again.outbox.handlers.setPaused({ isPaused: true });
  await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  expect(await again.items()).toMatchObject([{ why: 'paused' }]);
  await again.outbox.handlers.cancel({ only: made.place });
  expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
});

it.each([
  ['the control: readable', true],
  ['unreadable', false],
])('is not doubled by the next publication without a question: %s', async (_name, isReadable) => {
  const { made, again } = await inDoubt(isReadable);
  await again.outbox.handlers.setPaused({ isPaused: true });
  await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await again.outbox.handlers.cancel({ only: made.place });
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.publish().catch(() => undefined);
  await again.drained();
  expect(made.practice.state().templates).toHaveLength(1);
});

it.each([
  ['the control: readable', true],
  ['unreadable', false],
])(
  'is still not sure it arrived when sending it again was refused: %s',
  async (_name, isReadable) => {
    const { made, again } = await inDoubt(isReadable);
    made.practice.setBehaviour('saveThemeTemplate', { status: 404 });
    await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await again.drained();
    await again.outbox.handlers.cancel({ only: made.place });
    expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
  },
);
