/**
 * A theme waits. A person chooses a copy of the library, and links its theme to a template, or unlinks it there: what
 * waits is of their own library, and stays. Then the profile's disk is full for a moment, as they pause publishing or
 * resume it, and Foyer gives it again what it did not take: "what waits from the one before waits until you choose that
 * one again".
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function left(word: 'none' | 'link' | 'unlink', isFull: boolean) {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  const { clock, library, outbox, place } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await use(copy);
  if (word === 'link') await outbox.handlers.link({ ...place, templateId: 'theirs' });
  if (word === 'unlink') await outbox.handlers.unlink(place);
  const waiting = (await made.items()).length;
  const well = realDisk.open;
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const disk = vi
    .spyOn(realDisk, 'open')
    .mockImplementation((path, ...how) =>
      isFull && path.startsWith(join(made.root, 'profile'))
        ? Promise.reject(full)
        : well(path, ...how),
    );
  await Promise.resolve(outbox.handlers.setPaused({ isPaused: false })).catch(() => undefined);
  disk.mockRestore();
  for (let second = 0; second < 10; second += 1) {
    clock.pass(1_000);
    await made.settled();
  }
  const waitingLater = (await made.items()).length;
  await use(own);
  for (let minute = 0; minute < 5; minute += 1) {
    clock.pass(60_000);
    await made.settled();
  }
  return { waiting, waitingLater, arrived: made.practice.received().length };
}

it.each([
  ['the control: no word in the copy', 'none', true],
  ['the control: linked, and the disk has room', 'link', false],
  ['linked in the copy', 'link', true],
  ['unlinked in the copy', 'unlink', true],
] as const)('it waits for its own library, and arrives: %s', async (_name, word, isFull) => {
  expect(await left(word, isFull)).toEqual({ waiting: 1, waitingLater: 1, arrived: 1 });
});
