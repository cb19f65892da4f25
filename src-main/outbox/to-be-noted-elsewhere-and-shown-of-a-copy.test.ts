/**
 * A theme is published, and before the service answers, a person chooses a copy of the library: what is accepted is still to
 * be recorded in the library that it came from. “Meanwhile the outbox says that it’s from another library, and the copy’s
 * card shows nothing of it” (docs/guide.md), as of what waits: the copy's theme is not said to be published.
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { arrived } from './testing/fixture-outbox';

async function chosenMeanwhile(isAnswered: boolean) {
  const made = await copiedLibrary();
  const copy = made.folder('second');
  await mkdir(copy);
  for (const file of await readdir(made.own))
    await copyFile(join(made.own, file), join(copy, file));
  if (!isAnswered) await made.outbox.handlers.setPaused({ isPaused: true });
  const release = made.practice.holdAnswers();
  await made.publish();
  if (isAnswered) await arrived(made.practice);
  await made.use(copy);
  release();
  await made.settled();
  return made;
}

const rows = [
  ['the control: it waits', false],
  ['it is still to be recorded', true],
] as const;

it.each(rows)('the copy’s card shows nothing of it: %s', async (_name, isAnswered) => {
  const made = await chosenMeanwhile(isAnswered);
  expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'idle' });
});

it.each(rows)('the outbox says that it is from another library: %s', async (_name, isAnswered) => {
  const made = await chosenMeanwhile(isAnswered);
  expect(await made.items()).toMatchObject([{ isOfOtherLibrary: true }]);
});
