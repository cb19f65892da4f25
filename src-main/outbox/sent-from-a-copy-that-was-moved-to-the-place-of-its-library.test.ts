/**
 * What a person published from their library waits. They copy its folder and rename it, and open the copy: nothing of
 * the library goes from there. Then they have Foyer move the copy to where the library was (Settings; or rename it
 * themselves). It is the copy as before, and the library lies beside it: what waits goes from the library alone.
 */
import { cp, mkdir, rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';

it.each([
  ['the control: it stays where it is', 'stays'],
  ['the control: they rename its folder themselves', 'by hand'],
  ['Foyer moves it', 'by Foyer'],
] as const)('what waits of the library is not recorded in its copy: %s', async (_name, how) => {
  const made = await copiedLibrary();
  const { folder, library, linksIn, minutes, outbox, own, practice, publish, use } = made;
  const [renamed, copy] = [folder('renamed'), folder('copy')];
  await outbox.handlers.setPaused({ isPaused: true });
  await publish();
  await made.settled();
  await cp(own, copy, { recursive: true });
  await use(copy);
  await rename(own, renamed);
  if (how === 'by hand') {
    await rename(copy, own);
    await use(own);
  } else if (how === 'by Foyer') {
    await mkdir(own);
    await library.handlers.useFolder({ folder: own, move: true });
    await library.handlers.list(undefined);
  }
  await outbox.handlers.setPaused({ isPaused: false });
  await minutes();
  const links = {
    library: await linksIn(renamed),
    copy: await linksIn(how === 'stays' ? copy : own),
  };
  expect({ arrived: practice.received().length, links }).toEqual({
    arrived: 0,
    links: { library: 0, copy: 0 },
  });
  await use(renamed);
  await minutes();
  expect([practice.received().length, await linksIn(renamed)]).toEqual([1, 1]);
});
