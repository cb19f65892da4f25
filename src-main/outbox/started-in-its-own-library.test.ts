/**
 * A theme waits as Foyer is quit. At the next start the window shows the library; the person chooses a copy of it. "What
 * an earlier run left is of the library that is there at the start": it waits until that one is chosen again.
 */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
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

async function recorded(isCopyChosen: boolean) {
  const made = await outboxFixture();
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  const run = await nextRun(made);
  await run.settled();
  // The window shows the library.
  await run.library.handlers.list(undefined);
  await run.settled();
  const use = (folder: string) => run.library.handlers.useFolder({ folder, move: false });
  if (isCopyChosen) await use(copy);
  await run.outbox.handlers.setPaused({ isPaused: false });
  const pass = async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      run.clock.pass(60_000);
      await run.settled();
    }
    await run.library.flush();
  };
  await pass();
  if (isCopyChosen) await use(own);
  await pass();
  return { own: await linksIn(own), copy: await linksIn(copy) };
}

it.each([false, true])('the copy is chosen: %s', async (isCopyChosen) => {
  expect(await recorded(isCopyChosen)).toEqual({ own: 1, copy: 0 });
});
