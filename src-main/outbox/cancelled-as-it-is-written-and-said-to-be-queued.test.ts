/**
 * A theme is published from the library, which says in the end how many were queued, and everything is cancelled while a
 * slow disk takes it.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function published(how: 'cancelled' | 'left') {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  const well = realDisk.open;
  let goOn = (): void => undefined;
  const slow = new Promise<void>((done) => (goOn = done));
  let isAsked = false;
  const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (path, ...rest) => {
    if (path.startsWith(join(made.root, 'profile', 'outbox'))) {
      isAsked = true;
      await slow;
    }
    return well(path, ...rest);
  });
  const publishing = made.outbox.handlers.publish({
    themeIds: [...made.ids],
    connectionIds: ['c1'],
  });
  while (!isAsked) await new Promise((next) => setImmediate(next));
  const cancelling = how === 'cancelled' ? made.outbox.handlers.cancel({}) : undefined;
  await new Promise((next) => setImmediate(next));
  goOn();
  await cancelling;
  const { queued, cancelled } = await publishing;
  disk.mockRestore();
  await made.drained();
  return { queued, cancelled: cancelled.length, sent: made.practice.received().length };
}

it('the control: what nobody cancels is queued, and sent', async () => {
  expect(await published('left')).toEqual({ queued: 1, cancelled: 0, sent: 1 });
});

it('what was cancelled as it was written is not said to be queued', async () => {
  expect(await published('cancelled')).toEqual({ queued: 0, cancelled: 1, sent: 0 });
});
