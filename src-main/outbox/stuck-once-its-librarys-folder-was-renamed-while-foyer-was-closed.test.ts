/**
 * A theme waits as a person quits Foyer. They rename the library's folder, or move it to another disk, and start Foyer:
 * it says that the folder isn't there, and they choose it under its new name. No other library was there since the
 * start, and it is no copy: what waits goes, and can be published anew.
 */
import { rmdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function afterTheStart(when: 'never' | 'while Foyer is closed') {
  const made = await outboxFixture();
  const [before, after] = [join(made.root, 'themes'), join(made.root, 'renamed')];
  await made.library.handlers.list(undefined);
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await made.settled();
  await made.library.flush();
  await made.outbox.close(0);
  made.library.close();
  const isRenamed = when === 'while Foyer is closed';
  if (isRenamed) await rename(before, after);
  // The fixture makes the folder, which is not there.
  const run = await nextRun(made, { before: () => isRenamed && rmdirSync(before) });
  await run.settled();
  const shown = await Promise.resolve(run.library.handlers.list(undefined)).then(
    () => 'there',
    () => 'missing',
  );
  expect(shown).toBe(isRenamed ? 'missing' : 'there');
  if (isRenamed) await run.library.handlers.useFolder({ folder: after, move: false });
  await run.library.handlers.list(undefined);
  const { problems } = await run.outbox.handlers.publish({
    themeIds: [...made.ids],
    connectionIds: ['c1'],
  });
  await run.outbox.handlers.setPaused({ isPaused: false });
  for (let minute = 0; minute < 30; minute += 1) {
    run.clock.pass(60_000);
    await run.settled();
  }
  const left = (await run.items()).map(({ why, problem }) => ({ why, code: problem?.code }));
  const refused = problems.map(({ problem }) => problem.code);
  return { refused, arrived: made.practice.received().length, left };
}

it.each(['never', 'while Foyer is closed'] as const)(
  'what waits goes; its folder was renamed %s',
  async (when) => {
    expect(await afterTheStart(when)).toEqual({ refused: [], arrived: 1, left: [] });
  },
);
