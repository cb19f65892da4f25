/**
 * A theme has arrived, and can't be noted as its disk is full. It is found neither in the library nor in the bin then: it
 * isn't asked for again and again, but noted as it comes back.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';

it('is asked for once, and noted as it comes back', async () => {
  const made = await outboxFixture();
  const { library } = made;
  const noting = vi
    .spyOn(library, 'setPublication')
    .mockRejectedValue(new StorageError('full', 'theme.json'));
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
  const path = join(made.root, 'themes', '0000.json');
  const text = await readFile(path, 'utf8');
  await rm(path);
  await library.rescan();
  noting.mockRejectedValue(new ProblemError({ code: 'notFound', what: 'theme' }));
  const looking = vi.spyOn(library, 'noted');
  looking.mockRejectedValue(new ProblemError({ code: 'notFound', what: 'theme' }));
  for (let hour = 0; hour < 5; hour += 1) {
    made.clock.pass(3_600_000);
    await made.settled();
  }
  expect(looking).toHaveBeenCalledTimes(1);
  looking.mockRestore();
  noting.mockRestore();
  await writeFile(path, text);
  await library.rescan();
  await made.settled();
  expect(Object.keys((await made.document()).publications)).toHaveLength(1);
  expect(await made.items()).toEqual([]);
});
