/**
 * A theme is published, and its connection is removed while a slow disk takes that. What was asked for through it is
 * cancelled: it is not said to be queued.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function published(how: 'removed' | 'cancelled' | 'left') {
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
  if (how === 'removed') {
    expect(await made.outbox.handlers.removal({ connectionId: 'c1' })).toMatchObject({
      cancelled: 1,
    });
    made.connections.shift();
    made.outbox.connectionsChanged();
    made.outbox.connectionRemoved('c1');
  }
  goOn();
  await cancelling;
  const { queued } = await publishing;
  disk.mockRestore();
  await made.drained();
  return { queued, sent: made.practice.received().length };
}

it('the control: what nobody cancels is queued, and sent', async () => {
  expect(await published('left')).toEqual({ queued: 1, sent: 1 });
});

it('the control: what was cancelled as it was written is not said to be queued', async () => {
  expect(await published('cancelled')).toEqual({ queued: 0, sent: 0 });
});

it('what was cancelled with its connection as it was written is not said to be queued', async () => {
  expect(await published('removed')).toEqual({ queued: 0, sent: 0 });
});
