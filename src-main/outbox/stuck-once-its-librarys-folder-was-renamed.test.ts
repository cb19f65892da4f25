/**
 * A theme waits (the outbox is paused, or the network is away). A person renames the library's folder in the file
 * manager, or moves it to another disk, while Foyer runs; Foyer says that the folder isn't there, and they choose it
 * under its new name. It is no copy: nothing is left under the old name.
 */
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function leftAfter(how: 'moved by Foyer' | 'renamed in the file manager') {
  const made = await outboxFixture();
  const { library, outbox, clock } = made;
  const [before, after] = [join(made.root, 'themes'), join(made.root, 'renamed')];
  await library.handlers.list(undefined);
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await made.settled();
  await library.flush();
  if (how === 'moved by Foyer') {
    await mkdir(after);
    await library.handlers.useFolder({ folder: after, move: true });
  } else {
    await rename(before, after);
    await library.rescan();
    await library.handlers.useFolder({ folder: after, move: false });
  }
  await outbox.handlers.setPaused({ isPaused: false });
  for (let minute = 0; minute < 10; minute += 1) {
    clock.pass(60_000);
    await made.settled();
  }
  const left = (await made.items()).map(({ why, problem }) => ({ why, code: problem?.code }));
  return { arrived: made.practice.received().length, left };
}

it.each(['moved by Foyer', 'renamed in the file manager'] as const)(
  'what waits goes once its library is there again: %s',
  async (how) => {
    expect(await leftAfter(how)).toEqual({ arrived: 1, left: [] });
  },
);
