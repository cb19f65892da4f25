/**
 * A first save may have arrived as Foyer is quit. At the next start the window shows the library; the person chooses a copy
 * of it, and says there that the save has arrived. "What an earlier run left is of the library that is there at the start":
 * it is refused in the copy, as it is without the restart, and recorded in their own library.
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

async function marked(isRestarted: boolean) {
  const made = await outboxFixture();
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  const templateId = made.practice.state().templates[0]?.id ?? '';
  let run = made;
  if (isRestarted) {
    await made.outbox.close(0);
    run = await nextRun(made);
    await run.settled();
    // The window shows the library.
    await run.library.handlers.list(undefined);
    await run.settled();
  }
  await run.library.handlers.useFolder({ folder: copy, move: false });
  const said = await Promise.resolve(
    run.outbox.handlers.decide({ ...made.place, decision: 'published', templateId }),
  ).then(
    () => 'done',
    () => 'refused',
  );
  await run.settled();
  await run.library.flush();
  return { said, own: await linksIn(own), copy: await linksIn(copy) };
}

it.each([false, true])('Foyer was quit: %s', async (isRestarted) => {
  expect(await marked(isRestarted)).toEqual({ said: 'refused', own: 0, copy: 0 });
});
