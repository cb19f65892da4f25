/**
 * What a person published from their library waits. They open a copy of it: nothing of the library goes from there. They
 * put the copy's folder under the library's name, and the disk on which both lie is plugged in again, by which it has
 * another device number (Linux and macOS, or a restart of the computer). Foyer knew the copy: it is the copy as before.
 */
import { cp, rename } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { disk } from '../library/testing/disk-number';
import { copiedLibrary } from './testing/copied-library';

vi.mock('node:fs/promises', async (original) => {
  const { withDiskNumber } = await import('../library/testing/disk-number');
  return withDiskNumber(await original());
});

it.each([
  ['the control: it has the same number', 2065n],
  ['it has another number', 2081n],
])('what waits of the library is not recorded in its copy: %s', async (_name, device) => {
  disk.device = 2065n;
  const made = await copiedLibrary();
  const { folder, linksIn, minutes, outbox, own, practice, publish, use, useAnother } = made;
  const [renamed, copy] = [folder('renamed'), folder('copy')];
  await outbox.handlers.setPaused({ isPaused: true });
  await publish();
  await made.settled();
  await cp(own, copy, { recursive: true });
  await use(copy);
  await useAnother();
  await rename(own, renamed);
  await rename(copy, own);
  disk.device = device;
  await use(own);
  await outbox.handlers.setPaused({ isPaused: false });
  await minutes();
  expect([practice.received().length, await linksIn(renamed), await linksIn(own)]).toEqual([
    0, 0, 0,
  ]);
});
