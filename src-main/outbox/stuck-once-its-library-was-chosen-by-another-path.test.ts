/**
 * One folder with two paths (a link in the home folder to another disk, a share with two names): "two paths to one
 * folder are noticed". A theme waits; a person chooses the library's own folder by its other path. It is no copy.
 */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function leftAfter(path: 'the same' | 'another') {
  const made = await outboxFixture();
  const { library, outbox, clock } = made;
  const [folder, link] = [join(made.root, 'themes'), join(made.root, 'link')];
  await symlink(folder, link, 'junction');
  await library.handlers.list(undefined);
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await made.settled();
  await library.handlers.useFolder({ folder: path === 'the same' ? folder : link, move: false });
  await outbox.handlers.setPaused({ isPaused: false });
  for (let minute = 0; minute < 10; minute += 1) {
    clock.pass(60_000);
    await made.settled();
  }
  const left = (await made.items()).map(({ why, problem }) => ({ why, code: problem?.code }));
  return { arrived: made.practice.received().length, left };
}

it.each(['the same', 'another'] as const)('what waits goes: chosen by %s path', async (path) => {
  expect(await leftAfter(path)).toEqual({ arrived: 1, left: [] });
});
