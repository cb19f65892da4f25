/**
 * A first save may have arrived, and Foyer asks. A person renames the library's folder in the file manager while Foyer
 * runs, chooses it under its new name (nothing is left under the old one), finds the template in the dashboard and says
 * so. The same with what arrived while the folder was away, and is published once more.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import { expect, it } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

async function renamed(made: OutboxFixture): Promise<void> {
  const after = join(made.root, 'renamed');
  await rename(join(made.root, 'themes'), after);
  await made.library.rescan();
  await made.library.handlers.useFolder({ folder: after, move: false });
}

it.each([
  ['the control: not renamed', false],
  ['renamed', true],
])('a person says that it is there: %s', async (_name, isRenamed) => {
  const made = await outboxFixture();
  await made.library.handlers.list(undefined);
  made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await made.library.flush();
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  if (isRenamed) await renamed(made);
  const deciding = made.outbox.handlers.decide({ ...made.place, decision: 'published' });
  const said = await Promise.resolve(deciding).then(
    () => 'taken',
    (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
  );
  expect({ said, left: await made.items() }).toEqual({ said: 'taken', left: [] });
});

it.each([
  ['the control: not renamed', false],
  ['renamed', true],
])('a theme is published again whose last save arrived meanwhile: %s', async (_name, isRenamed) => {
  const made = await outboxFixture();
  await made.library.handlers.list(undefined);
  await made.library.flush();
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice);
  if (isRenamed) await renamed(made);
  release();
  await made.settled();
  const before = made.practice.received().length;
  await made.publish();
  for (let minute = 0; minute < 10; minute += 1) {
    made.clock.pass(60_000);
    await made.settled();
  }
  const again = made.practice.received().length - before;
  expect({ again, left: await made.items() }).toEqual({ again: 1, left: [] });
});
