/** A doubt whose file can't be read can't be sent again: the disk takes nothing, or goes away with it. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { ItemFiles } from './item-files';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the disk is there', false],
  ['the disk is away for a moment', true],
])('is a doubt at the next start: %s', async (_name, isAwayThen) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  const folder = join(made.root, 'profile', 'outbox');
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.json'));
  const path = join(folder, name);
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, bytes.length - 20));
  const again = await outboxFixture({ root: made.root, connections: made.connections });
  again.token = made.token;
  expect(await again.shown()).toMatchObject({ delivery: 'unknown' });

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
  const third = await outboxFixture({ root: made.root, connections: made.connections });
  expect(await third.shown()).toMatchObject({ delivery: 'unknown' });
});
