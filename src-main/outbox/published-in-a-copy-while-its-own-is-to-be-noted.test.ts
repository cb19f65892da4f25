/**
 * A theme is published, and before the service answers, a person chooses a copy of the library: what is accepted is still to
 * be recorded in the library that it came from. They publish the same theme from the copy: “Until a theme's publication from
 * the one is settled, Foyer doesn't take one of the same theme from the other” (docs/guide.md), as with what waits. Taken, it
 * would be tried again and again, with a next try on screen, and leave only once the other library is opened again.
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { arrived } from './testing/fixture-outbox';

it.each([
  ['the control: it still waits for its answer', false],
  ['it is accepted, and still to be recorded', true],
])('the copy’s isn’t taken: %s', async (_name, isAnswered) => {
  const made = await copiedLibrary();
  const { own, outbox, place, practice } = made;
  const copy = made.folder('second');
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  const release = practice.holdAnswers();
  await made.publish();
  await arrived(practice);
  await made.use(copy);
  if (isAnswered) {
    release();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
  }
  const themeIds = [place.themeId];
  const { problems } = await outbox.handlers.publish({ themeIds, connectionIds: ['c1'] });
  expect(problems).toMatchObject([{ problem: { code: 'unsettledInOtherLibrary' } }]);
  release();
  await made.minutes();
  expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
});
