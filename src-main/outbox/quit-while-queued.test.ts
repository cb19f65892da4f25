/**
 * Themes are published, and Foyer is quit while they are being written down: each was announced, and the
 * window says how many are being published.
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

const farewellMs = 3_000;

/** So many themes are about to be published, with nothing sent before Foyer is quit. */
async function paused(themes: number): Promise<OutboxFixture> {
  const made = await outboxFixture({ themes });
  await made.outbox.handlers.setPaused({ isPaused: true });
  return made;
}

/** How many a Foyer finds that starts now, when this one's process is gone. */
async function foundAfter(made: OutboxFixture): Promise<number> {
  const { root, connections } = made;
  // What the disk has at this moment: of this process, nothing comes after it.
  await cp(join(root, 'profile'), join(root, 'after'), { recursive: true });
  const again = await outboxFixture({ root, profile: 'after', connections });
  return (await again.items()).length;
}

const saidToBePublished = async (made: OutboxFixture): Promise<number> =>
  (await made.outbox.handlers.list(undefined)).progress.all;

it('the control: what was written down is there after a restart', async () => {
  const made = await paused(60);
  await made.publish(...made.ids);
  await made.outbox.close(farewellMs);
  expect(await foundAfter(made)).toBe(60);
});

it('all that was said to be published is there after a restart, though Foyer was quit at once', async () => {
  const made = await paused(60);
  const publishing = made.publish(...made.ids);
  await vi.waitFor(async () => expect(await made.items()).not.toEqual([]));
  expect(await saidToBePublished(made)).toBe(60);
  await made.outbox.close(farewellMs);
  expect(await foundAfter(made)).toBe(60);
  await publishing;
});

it.each([
  ['as long as one after the other is written down', true],
  ['and not for a disk that takes nothing more', false],
])('is held up by a slow disk %s', async (_name, goesOn) => {
  const made = await paused(2);
  const [one, other] = [holdNextReading(made.library), holdNextReading(made.library)];
  const [first, second] = made.ids.map((id) => made.publish(id));
  await vi.waitFor(() => expect(other.reading).toHaveBeenCalledTimes(2));
  expect(await saidToBePublished(made)).toBe(2);
  const closing = made.outbox.close(farewellMs);
  one.goOn();
  await first;
  made.clock.pass(farewellMs);
  if (goesOn) other.goOn();
  else made.clock.pass(farewellMs);
  await closing;
  expect(await foundAfter(made)).toBe(goesOn ? 2 : 1);
  other.goOn();
  await second;
});

it('themes that nobody can read for a reason that nobody foresaw keep no other from being queued', async () => {
  const made = await paused(20);
  const saved = made.library.saved.bind(made.library);
  const unread = made.ids.slice(0, 10);
  vi.spyOn(made.library, 'saved').mockImplementation((id) =>
    unread.includes(id) ? Promise.reject(new TypeError('of a mistake')) : saved(id),
  );
  await expect(made.publish(...made.ids)).rejects.toThrow('of a mistake');
  expect(await made.items()).toHaveLength(10);
  expect(await saidToBePublished(made)).toBe(10);
});
