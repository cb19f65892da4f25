/**
 * A theme was to be published through one of two connections to a workspace, and the other one is removed.
 * The disk does not give the outbox's file just then: another program has it open for some seconds.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it can be read at once', false],
  ['it can be read after some seconds', true],
])('what was asked for through the other leaves through that: %s', async (_name, isLate) => {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
  await made.outbox.close(0);
  expect(made.practice.received()).toEqual([]);
  const [name = ''] = await readdir(join(made.root, 'profile', 'outbox'));

  const disk = isLate ? illDisk((path) => path.endsWith(name), 'EIO', 'open') : undefined;
  const again = await outboxFixture({
    root: made.root,
    connections: made.connections,
    before: (each) => {
      each.token = made.token;
    },
  });
  await again.outbox.start();
  again.connections.shift();
  again.outbox.connectionsChanged();
  again.outbox.connectionRemoved('c1');
  disk?.heal();
  again.clock.pass(5_000);
  await expect.poll(() => again.outbox.deliveryOf(made.place.themeId, 'c2')).not.toBe('unknown');
  await again.outbox.handlers.setPaused({ isPaused: false });
  again.clock.pass(3_600_000);
  await again.drained();
  // Either it went, or a person sees that it has not.
  const arrivedOrShown = made.practice.received().length + (await again.items()).length;
  expect(arrivedOrShown).toBe(1);
});
