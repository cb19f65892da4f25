/**
 * A theme waits to be published since an earlier run, and the disk does not give its file for now. A person cancels
 * everything, and is told that something could not be read. Then they quit, before it can be.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProblemError } from '@shared/problem-error';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function afterAll(isUnreadable: boolean) {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const made = await outboxFixture();
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await made.outbox.close(0);
  const folder = join(made.root, 'profile', 'outbox');
  const [name = ''] = await readdir(folder);
  const disk = isUnreadable
    ? illDisk((path) => path.endsWith(name), 'EIO', 'open')
    : { heal: () => undefined };
  const second = await nextRun(made);
  await second.settled();
  const cancelled = Promise.resolve(second.outbox.handlers.cancel({}));
  const said = await cancelled.then(
    () => 'cancelled',
    (error: unknown) => (error as ProblemError).problem.code,
  );
  await second.outbox.handlers.setPaused({ isPaused: false });
  await second.outbox.close(0);
  disk.heal();
  const third = await nextRun(made);
  await third.drained();
  return { said, sent: made.practice.received().length };
}

it('the control: its file can be read', async () => {
  expect(await afterAll(false)).toEqual({ said: 'cancelled', sent: 0 });
});

it('its file can be read only at the next start', async () => {
  expect(await afterAll(true)).toEqual({ said: 'storageNotRead', sent: 1 });
});
