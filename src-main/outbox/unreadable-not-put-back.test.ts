/** A doubt whose file can't be read can't be sent again: the disk takes nothing, or goes away with it. */
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { ItemFiles } from './item-files';
import { outboxFixture } from './testing/fixture-outbox';
import { cutItemShort, itemPath, nextRun } from './testing/next-run';

it.each([
  ['the control: the disk is there', false],
  ['the disk is away for a moment', true],
])('is a doubt at the next start: %s', async (_name, isAwayThen) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  const path = await itemPath(made);
  await cutItemShort(made);
  const again = await nextRun(made);
  expect(await again.shown()).toMatchObject({ delivery: 'unknown' });

  const folder = dirname(path);
  const away = `${folder}-away`;
  const writing = vi.spyOn(ItemFiles.prototype, 'write').mockImplementationOnce(async () => {
    if (isAwayThen) await rename(folder, away);
    throw new StorageError('full', path);
  });
  await expect(
    again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' }),
  ).rejects.toThrow();
  writing.mockRestore();
  if (isAwayThen) await rename(away, folder);
  expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
  again.clock.pass(3_600_000);
  await again.settled();
  await again.outbox.close(0);
  const third = await nextRun(made);
  expect(await third.shown()).toMatchObject({ delivery: 'unknown' });
});
