/**
 * A theme was deleted once and came back by a sync client, so that an older deletion of it is in the bin.
 * Its first save is under way as the sync client takes its file away for a moment.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it was never deleted', false],
  ['it was deleted once', true],
])('makes one template once the file is back: %s', async (_name, wasDeleted) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  const { themeId } = made.place;
  const file = join(made.root, 'themes', '0000.json');
  const bytes = await readFile(file);
  if (wasDeleted) {
    await made.library.handlers.remove({ ids: [themeId] });
    await writeFile(file, bytes);
    await made.library.rescan();
  }
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice);
  await rm(file);
  await made.library.rescan();
  expect((await made.library.handlers.list(undefined)).themes).toEqual([]);
  release();
  await made.settled();
  await writeFile(file, bytes);
  await made.library.rescan();
  made.clock.pass(3_600_000);
  await made.settled();
  await made.publish();
  await made.drained();
  expect(made.practice.state().templates).toHaveLength(1);
});
