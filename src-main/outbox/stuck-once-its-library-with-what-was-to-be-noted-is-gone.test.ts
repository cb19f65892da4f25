/**
 * A theme has arrived, and its library's disk is too full to record that. The person copies the folder to a larger disk,
 * chooses the copy, and deletes the first. They change the theme and publish it: Foyer says “Settle the other one in its own
 * library, or cancel it in the outbox. Then publish this one again.” There is no such library any more; so by a cancel, or
 * without one, it goes to the service.
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
  // Whatever a person can do about what is in the way.
  await outbox.handlers.cancel({});
  await publish();
  await made.minutes();
  await outbox.handlers.retry({});
  await made.minutes();
  expect(practice.state().templates).toMatchObject([{ name: 'Newer' }]);
  expect(await made.items()).toEqual([]);
});
