/**
 * A theme is published, and while a slow disk takes that, all is cancelled, or its connection is removed, and what was
 * asked for through it with that.
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
  const { queued, cancelled } = await publishing;
  disk.mockRestore();
  await made.drained();
  return { queued, cancelled: cancelled.length, sent: made.practice.received().length };
}

it.each([
  ['the control: nobody takes it out', 'left', { queued: 1, cancelled: 0, sent: 1 }],
  ['all is cancelled', 'cancelled', { queued: 0, cancelled: 1, sent: 0 }],
  ['its connection is removed', 'removed', { queued: 0, cancelled: 1, sent: 0 }],
] as const)('is not said to be queued once it is taken out: %s', async (_name, how, said) => {
  expect(await published(how)).toEqual(said);
});
