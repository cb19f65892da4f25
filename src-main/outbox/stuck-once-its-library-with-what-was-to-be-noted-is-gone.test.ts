/**
 * A theme has arrived, and its library's disk is too full to record that. The person copies the folder to a larger disk,
 * chooses the copy, and deletes the first. They change the theme and publish it: Foyer says “Settle the other one in its own
 * library, or cancel it in the outbox. Then publish this one again.” There is no such library any more: once it is cancelled,
 * the theme goes to the service.
 */
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { copiedLibrary } from './testing/copied-library';

it.each([
  ['the control: it was recorded', false],
  ['its disk was full', true],
])('what is published from the copy leaves in the end: %s', async (_name, isFull) => {
  const made = await copiedLibrary();
  const { own, outbox, library, place, practice } = made;
  const copy = made.folder('larger');
  const refusing = vi.spyOn(library, 'setPublication');
  if (isFull) refusing.mockRejectedValue(new StorageError('full', 'theme.json'));
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject(isFull ? [{ why: 'unnoted' }] : []);
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  await made.use(copy);
  refusing.mockRestore();
  await rm(own, { recursive: true });
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  const publish = () =>
    outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1'] });
  await publish();
  await made.minutes();
  // What a person can do about what is in the way.
  for (const { themeId, connectionId } of await made.items())
    await outbox.handlers.cancel({ only: { themeId, connectionId } });
  await publish();
  await made.minutes();
  await outbox.handlers.retry({});
  await made.minutes();
  expect(practice.state().templates).toMatchObject([{ name: 'Newer' }]);
  expect(await made.items()).toEqual([]);
});

it.each([
  ['its own library is open', true, 'it alone'],
  ['another one is open, and all is cancelled', false, 'all'],
] as const)('what is to be recorded stays: %s', async (_name, isOwn, which) => {
  const made = await copiedLibrary();
  const refusing = vi.spyOn(made.library, 'setPublication');
  refusing.mockRejectedValue(new StorageError('full', 'theme.json'));
  await made.publish();
  await made.settled();
  if (!isOwn) await made.useAnother();
  await made.outbox.handlers.cancel(which === 'all' ? {} : { only: made.place });
  expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
  refusing.mockRestore();
  if (!isOwn) await made.use(made.own);
  await made.minutes();
  expect(await made.items()).toEqual([]);
  expect(await made.linksIn(made.own)).toBe(1);
});
