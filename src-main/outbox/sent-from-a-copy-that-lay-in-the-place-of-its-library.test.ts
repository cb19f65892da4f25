/**
 * A person puts a backup of the library in its place, the library's own folder under another name, and looks at it in
 * Foyer. They decide against it and give both folders back the names that they had. What they publish from the library
 * then waits, and they open the backup: a copy is another library, so it waits until its own is open.
 */
import { cp, rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';

it.each([
  ['the control: looked at where it lies', false],
  ['looked at in the place of the library', true],
])('it is recorded in its own library: the backup was %s', async (_name, isInPlace) => {
  const made = await copiedLibrary();
  const { folder, linksIn, minutes, outbox, own, publish, use, useAnother } = made;
  const [aside, backup] = [folder('aside'), folder('backup')];
  await cp(own, backup, { recursive: true });
  await useAnother();
  if (isInPlace) {
    await rename(own, aside);
    await rename(backup, own);
  }
  await use(isInPlace ? own : backup);
  await useAnother();
  if (isInPlace) {
    await rename(own, backup);
    await rename(aside, own);
  }
  await use(own);
  await outbox.handlers.setPaused({ isPaused: true });
  await publish();
  await use(backup);
  await outbox.handlers.setPaused({ isPaused: false });
  await minutes();
  const inBackup = made.practice.received().length;
  await use(own);
  await minutes();
  expect({ inBackup, own: await linksIn(own), backup: await linksIn(backup) }).toEqual({
    ...{ inBackup: 0, own: 1, backup: 0 },
  });
});
