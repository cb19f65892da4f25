/**
 * A theme is published, and moved to the bin while its answer is on its way. The answer comes and is noted with the theme in
 * the bin; Foyer is killed before the outbox has forgotten it. At the next start it is known that it arrived, as it is where
 * the theme is in the library: nobody is asked.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { itemPath, nextRun } from './testing/next-run';

async function askedAbout(isDeleted: boolean) {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.library.handlers.list(undefined);
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice);
  const path = await itemPath(made);
  const bytes = await readFile(path);
  if (isDeleted) await made.library.handlers.remove({ ids: [made.place.themeId] });
  release();
  await made.settled();
  expect(await made.items()).toEqual([]);
  const { themes } = await made.library.handlers.bin(undefined);
  expect(themes.map(({ publications }) => publications)).toEqual(isDeleted ? [1] : []);
  await made.library.flush();
  await made.outbox.close(0);
  made.library.close();
  await writeFile(path, bytes);
  const again = await nextRun(made);
  await again.library.handlers.list(undefined);
  await again.settled();
  for (let minute = 0; minute < 5; minute += 1) {
    again.clock.pass(60_000);
    await again.settled();
  }
  return (await again.items()).map(({ why }) => why);
}

it.each([
  ['control: it is in the library', false],
  ['it is in the bin', true],
])('%s', async (_name, isDeleted) => {
  expect(await askedAbout(isDeleted)).toEqual([]);
});
