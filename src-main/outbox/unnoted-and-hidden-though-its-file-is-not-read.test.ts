/**
 * A theme has arrived, and its disk is full as it is to be noted. Others take its file away, which is found neither in
 * the library nor in the bin then, and put it back, where the disk doesn't give it yet: the theme isn't known to be gone, so
 * the outbox says again that it is still to be noted.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';

it('is shown as still to be noted', async () => {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const made = await outboxFixture();
  const { library } = made;
  const noting = vi
    .spyOn(library, 'setPublication')
    .mockRejectedValue(new StorageError('full', 'theme.json'));
  await made.publish();
  await made.settled();
  const path = join(made.root, 'themes', '0000.json');
  const text = await readFile(path, 'utf8');
  await rm(path);
  await library.rescan();
  noting.mockRejectedValue(new ProblemError({ code: 'notFound', what: 'theme' }));
  made.clock.pass(600_000);
  await made.settled();
  expect(await made.items()).toEqual([]);
  illDisk((one) => one.endsWith('0000.json'), 'EIO', 'open');
  await writeFile(path, text);
  await library.rescan();
  expect(await library.handlers.list(undefined)).toMatchObject({
    unreadable: [{ problem: { code: 'storageNotRead' } }],
  });
  expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
});
