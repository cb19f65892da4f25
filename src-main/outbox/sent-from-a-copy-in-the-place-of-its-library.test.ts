/**
 * While another library is open a person renames the first one's folder and puts a copy under its old name. They open
 * the copy, and then the renamed one. What they publish there waits, and they open the copy again: a copy is another
 * library, so it waits until its own is open.
 */
import { cp, rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';

it.each([
  ['the control: the copy is elsewhere', 'copy'],
  ['the copy is in its old place', 'themes'],
])('it is recorded in its own library: %s', async (_name, copyName) => {
  const {
    folder,
    linksIn,
    minutes,
    outbox,
    own: before,
    publish,
    use,
    useAnother,
  } = await copiedLibrary();
  const [renamed, copy] = [folder('renamed'), folder(copyName)];
  await useAnother();
  await rename(before, renamed);
  await cp(renamed, copy, { recursive: true });
  await use(copy);
  await use(renamed);
  await outbox.handlers.setPaused({ isPaused: true });
  await publish();
  await use(copy);
  await outbox.handlers.setPaused({ isPaused: false });
  await minutes();
  expect({ own: await linksIn(renamed), copy: await linksIn(copy) }).toEqual({ own: 0, copy: 0 });
  await use(renamed);
  await minutes();
  expect({ own: await linksIn(renamed), copy: await linksIn(copy) }).toEqual({ own: 1, copy: 0 });
});
