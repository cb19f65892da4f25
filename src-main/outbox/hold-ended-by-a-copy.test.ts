/**
 * A newer version waits. A person links the theme to another template, by which what waits is dropped; Foyer is killed
 * between the two writes: the theme's file has the link, the outbox has the hold. At the next start the library is out of
 * reach, and a copy of it is chosen, whose theme was never linked so. Once their own library is chosen again, nothing is
 * sent to that template: "what an earlier run left is of the library that is there at the start".
 */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { itemPath, nextRun } from './testing/next-run';

async function sentAfter(isCopyChosen: boolean) {
  const made = await outboxFixture();
  const { library, outbox, place, practice } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  await library.flush();
  await mkdir(copy);
  for (const file of await readdir(own)) {
    if (file.endsWith('.json')) await copyFile(join(own, file), join(copy, file));
  }
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  const set = library.setPublication.bind(library);
  let atTheKill: { path: string; bytes: Buffer } | undefined;
  vi.spyOn(library, 'setPublication').mockImplementationOnce(async (...how) => {
    await set(...how);
    const path = await itemPath(made);
    atTheKill = { path, bytes: await readFile(path) };
  });
  await outbox.handlers.link({ ...place, templateId: 'theirs' });
  await made.settled();
  await library.flush();
  await outbox.close(0);
  if (!atTheKill) throw new Error('there is no hold');
  await writeFile(atTheKill.path, atTheKill.bytes);
  let isOut = true;
  const again = await nextRun(made, {
    before: ({ library: next }) => {
      const noted = next.noted.bind(next);
      vi.spyOn(next, 'noted').mockImplementation(async (id) => {
        if (isOut) throw new Error('EIO');
        return noted(id);
      });
    },
  });
  await again.settled();
  const use = (folder: string) => again.library.handlers.useFolder({ folder, move: false });
  isOut = false;
  if (isCopyChosen) {
    await use(copy);
    await again.library.handlers.list(undefined);
    await again.settled();
    await use(own);
    await again.library.handlers.list(undefined);
    await again.settled();
  }
  await again.outbox.handlers.setPaused({ isPaused: false });
  for (let minute = 0; minute < 5; minute += 1) {
    again.clock.pass(60_000);
    await again.settled();
  }
  return [...practice.received().slice(1), ...again.practice.received()].map(({ path: to }) =>
    to.split('/').at(-1),
  );
}

it.each([false, true])('the copy is chosen: %s', async (isCopyChosen) => {
  expect(await sentAfter(isCopyChosen)).toEqual([]);
});
