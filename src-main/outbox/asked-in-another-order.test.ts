/**
 * A theme is published twice, one after the other. The library reads it for the second one first: what was
 * asked for later is the newest, whatever is read last, and what was asked for earlier is not lost by that.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

/** Publishes through the first connection, and through another one before the theme was read for the first. */
async function publishedInTurn(
  made: OutboxFixture,
  { second, isSlow }: { second: string; isSlow: boolean },
  refuse: () => () => void = () => () => undefined,
) {
  const held = isSlow ? holdNextReading(made.library) : undefined;
  const publish = async (connectionId: string) =>
    made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: [connectionId] });
  const first = publish('c1');
  if (!isSlow) await first;
  const heal = refuse();
  const later = await publish(second);
  heal();
  held?.goOn();
  return { first: await first, later };
}

it.each([
  ['the control: in the order in which they were asked for', false],
  ['in another order', true],
])('waits for the connection that was asked last: read %s', async (_name, isSlow) => {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  await publishedInTurn(made, { second: 'c2', isSlow });
  expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'paused' }]);
});

it.each([
  ['the control: read in the order in which they were asked for', false],
  ['read in another order', true],
])('is published where the disk refuses the later one: %s', async (_name, isSlow) => {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  await made.outbox.handlers.setPaused({ isPaused: true });
  const results = await publishedInTurn(made, { second: 'c1', isSlow }, () => {
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const well = realDisk.open;
    const disk = vi.spyOn(realDisk, 'open').mockImplementation((path, ...how) => {
      return path.startsWith(join(made.root, 'profile'))
        ? Promise.reject(full)
        : well(path, ...how);
    });
    return () => {
      disk.mockRestore();
    };
  });
  expect(results.later.problems).toHaveLength(1);
  expect(results.first.problems).toEqual([]);
  expect(await made.items()).toMatchObject([{ why: 'paused' }]);
});
