/**
 * A theme waits as a person quits Foyer. They rename the library's folder and make a copy of it, or restore a backup,
 * and open the copy at the next start: it has the same themes, and not what waits. That goes once its own library is
 * chosen under its new name.
 */
import { rmdirSync } from 'node:fs';
import { cp, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

const linksIn = async (folder: string): Promise<number> => {
  const file = join(folder, '0000.json');
  const { publications } = JSON.parse(await readFile(file, 'utf8')) as ThemeDocument;
  return Object.keys(publications).length;
};

it('what waits stays out of the copy, and goes from its own library', async () => {
  const made = await outboxFixture();
  const [before, after, copy] = ['themes', 'renamed', 'copy'].map((name) =>
    join(made.root, name),
  ) as [string, string, string];
  await made.library.handlers.list(undefined);
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await made.settled();
  await made.library.flush();
  await made.outbox.close(0);
  made.library.close();
  await rename(before, after);
  await cp(after, copy, { recursive: true });
  // The fixture makes the folder, which is not there.
  const run = await nextRun(made, { before: () => rmdirSync(before) });
  await expect(run.library.handlers.list(undefined)).rejects.toThrow();
  const goneFrom = async (folder: string) => {
    await run.library.handlers.useFolder({ folder, move: false });
    await run.library.handlers.list(undefined);
    await run.outbox.handlers.setPaused({ isPaused: false });
    for (let minute = 0; minute < 30; minute += 1) {
      run.clock.pass(60_000);
      await run.settled();
    }
    await run.library.flush();
    return { arrived: made.practice.received().length, own: await linksIn(after) };
  };
  expect(await goneFrom(copy)).toEqual({ arrived: 0, own: 0 });
  expect(await goneFrom(after)).toEqual({ arrived: 1, own: 1 });
  expect(await linksIn(copy)).toBe(0);
});
