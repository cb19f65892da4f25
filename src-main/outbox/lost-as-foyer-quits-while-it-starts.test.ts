/**
 * Foyer starts from a slow disk. A person publishes, or pauses, at once, and quits: "What a person asked for is written
 * down first, unless the disk takes nothing of it for so long", and is found at the next start.
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdState } from './testing/held-reading';
import { StateFile } from './state-file';

/** The next run, after one that was quit as a person said something. */
async function nextRun(
  isReading: boolean,
  say: (made: OutboxFixture) => Promise<unknown>,
  before: (made: OutboxFixture) => void = () => undefined,
): Promise<OutboxFixture> {
  const { goOn, reading } = holdState();
  const made = await outboxFixture();
  // A locked keychain: nothing leaves before the end.
  made.tokenFor = () => new Promise<undefined>(() => undefined);
  if (!isReading) {
    goOn();
    await made.settled();
  }
  expect(reading).toHaveBeenCalledTimes(1);
  const saying = say(made);
  await new Promise((next) => setImmediate(next));
  // Within the time that it may take; the clock stands still.
  const closing = made.outbox.close(60_000);
  goOn();
  await closing;
  const { root, connections } = made;
  // What the disk has at this moment: of this process, nothing comes after it.
  await cp(join(root, 'profile'), join(root, 'after'), { recursive: true });
  const again = await outboxFixture({ root, profile: 'after', connections, before });
  await saying;
  return again;
}

const pause = ({ outbox }: OutboxFixture) => outbox.handlers.setPaused({ isPaused: true });

it.each([
  ['the control: the outbox was read when Foyer is quit', false],
  ['the outbox is still being read when Foyer is quit', true],
])('is there after a restart: %s', async (_name, isReading) => {
  const again = await nextRun(
    isReading,
    (made) => made.publish(),
    (made) => void pause(made),
  );
  expect(await again.items()).toHaveLength(1);
});

it('a pause is there after a restart, too', async () => {
  const again = await nextRun(true, async (made) => {
    await pause(made);
  });
  expect(await again.outbox.handlers.list(undefined)).toMatchObject({ isPaused: true });
});

it('does not hold the end of Foyer for longer than its limit', async () => {
  let goOn = (): void => undefined;
  const read = vi
    .spyOn(StateFile.prototype, 'read')
    .mockImplementationOnce(() => new Promise((resolve) => (goOn = () => resolve('missing'))));
  onTestFinished(() => {
    read.mockRestore();
  });
  const made = await outboxFixture();
  const publishing = made.publish();
  const closing = made.outbox.close(1_000);
  made.clock.pass(1_000);
  await closing;
  goOn();
  await publishing;
});
