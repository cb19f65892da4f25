/**
 * A theme has arrived, and the library's disk refuses to be told. Foyer is quit. At the next start the library is still
 * there by name, and refuses as before; a person chooses a copy of it. "What an earlier run left is of the library that is
 * there at the start": it is recorded in that one once it is chosen again, and not in the copy.
 */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

const linksIn = async (folder: string): Promise<number> => {
  const file = join(folder, '0000.json');
  const { publications } = JSON.parse(await readFile(file, 'utf8')) as ThemeDocument;
  return Object.keys(publications).length;
};

async function recorded(isCopyChosen: boolean, isRestarted: boolean) {
  const made = await outboxFixture();
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  made.practice.setBehaviour('all', { ids: 'own' });
  const refusing = vi.spyOn(made.library, 'setPublication').mockRejectedValue(new Error('EIO'));
  await made.publish();
  await made.settled();
  let run = made;
  let stillRefusing = refusing;
  if (isRestarted) {
    await made.outbox.close(0);
    refusing.mockRestore();
    run = await nextRun(made, {
      before: ({ library }) => {
        stillRefusing = vi.spyOn(library, 'setPublication').mockRejectedValue(new Error('EIO'));
      },
    });
    await run.settled();
  }
  expect(await run.items()).toMatchObject([{ why: 'unnoted' }]);
  const use = (folder: string) => run.library.handlers.useFolder({ folder, move: false });
  if (isCopyChosen) await use(copy);
  stillRefusing.mockRestore();
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

it.each([
  [false, true],
  [true, false],
  [true, true],
])('the copy is chosen: %s; Foyer was quit: %s', async (isCopyChosen, isRestarted) => {
  expect(await recorded(isCopyChosen, isRestarted)).toEqual({ own: 1, copy: 0 });
});
