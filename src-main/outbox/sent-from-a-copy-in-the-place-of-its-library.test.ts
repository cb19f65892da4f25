/**
 * While another library is open a person renames the first one's folder and puts a copy under its old name. They open
 * the copy, and then the renamed one. What they publish in either waits, and the other one is open as it may go: a copy is
 * another library, so it waits until its own is open.
 */
import { cp, rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';

const places = [
  ['the control: the copy is elsewhere', 'copy'],
  ['the copy is in its old place', 'themes'],
] as const;
const all = places.flatMap(([where, copyName]) =>
  (['the copy', 'the renamed one'] as const).map((asked) => [asked, where, copyName] as const),
);

it.each(all)('published in %s, it is recorded there: %s', async (asked, _where, copyName) => {
  const made = await copiedLibrary();
  const { folder, linksIn, minutes, outbox, own, publish, use, useAnother } = made;
  const [renamed, copy] = [folder('renamed'), folder(copyName)];
  const links = async () => ({ own: await linksIn(renamed), copy: await linksIn(copy) });
  const isOfCopy = asked === 'the copy';
  await useAnother();
  await rename(own, renamed);
  await cp(renamed, copy, { recursive: true });
  await use(copy);
  if (!isOfCopy) await use(renamed);
  await outbox.handlers.setPaused({ isPaused: true });
  await publish();
  await use(isOfCopy ? renamed : copy);
  await outbox.handlers.setPaused({ isPaused: false });
  await minutes();
  expect(await links()).toEqual({ own: 0, copy: 0 });
  await use(isOfCopy ? copy : renamed);
  await minutes();
  expect(await links()).toEqual(isOfCopy ? { own: 0, copy: 1 } : { own: 1, copy: 0 });
});
