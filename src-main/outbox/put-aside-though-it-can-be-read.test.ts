/**
 * What the service has is known to the outbox alone, whose file the disk did not give at the start. It
 * gives it again; before Foyer has asked for it once more, a person says that the theme may be sent again.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

it.each([
  ['the control: Foyer has asked for it', true],
  ['before Foyer has asked for it', false],
])('makes no second template of a save that is known: %s', async (_name, isAskedFor) => {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  const full = vi
    .spyOn(made.library, 'setPublication')
    .mockRejectedValue(new StorageError('full', 'theme.json'));
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
  await made.outbox.close(0);
  full.mockRestore();
  const [name = ''] = await readdir(join(made.root, 'profile', 'outbox'));

  const disk = illDisk((path) => path.endsWith(name), 'EIO', 'open');
  const again = await nextRun(made);
  await again.settled();
  expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
  disk.heal();
  if (isAskedFor) {
    again.clock.pass(5_000);
    await expect.poll(() => again.items()).toEqual([]);
  }
  // Whether that is still to be decided is for Foyer to say.
  const deciding = again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await Promise.allSettled([deciding]);
  await again.drained();
  expect(made.practice.state().templates).toHaveLength(1);
});
