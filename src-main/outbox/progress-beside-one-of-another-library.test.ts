/**
 * A theme waits from one library, and will until that is chosen again. In another one, themes are published one after the
 * other: the status bar says *Publishing 1 of 1* of each, and not a count of all that went through since.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newId } from '../storage/storage';
import { copiedLibrary } from './testing/copied-library';
import { arrived } from './testing/fixture-outbox';

it.each([
  ['the control: none', false],
  ['one', true],
])('what waits from another library: %s', async (_name, isAny) => {
  const made = await copiedLibrary();
  const { folder, outbox, practice } = made;
  if (isAny) {
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.settled();
  }
  await made.useAnother();
  await outbox.handlers.setPaused({ isPaused: false });
  const document = await made.document();
  const ids = [newId(), newId()];
  for (const id of ids)
    await writeFile(
      join(folder('other'), `${id}.json`),
      JSON.stringify({ ...document, id, name: id }),
    );
  await made.library.rescan();
  const [before = '', now = ''] = ids;
  await made.publish(before);
  await made.drained();
  made.clock.pass(24 * 60 * 60 * 1_000);
  const release = practice.holdAnswers();
  await made.publish(now);
  await arrived(practice, 2);
  const { progress, items } = await outbox.handlers.list(undefined);
  release();
  await made.drained();
  expect({ progress, others: items.filter(({ why }) => why === 'otherLibrary').length }).toEqual({
    progress: { done: 0, all: 1 },
    others: isAny ? 1 : 0,
  });
});
