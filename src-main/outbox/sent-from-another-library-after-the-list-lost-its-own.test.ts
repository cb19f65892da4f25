/**
 * A person publishes a theme in a copy of their library while publishing is paused. The list of libraries is damaged then, and
 * Foyer takes the one of an earlier time, which doesn't have the copy yet. What waits is sent from the copy once that is
 * open, also if another start came between, and not from the library.
 */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

async function sentAfter(starts: readonly string[], isLost: boolean): Promise<number[]> {
  const first = await copiedLibrary();
  const { root, connections, folder, own, practice } = first;
  await cp(own, folder('copy'), { recursive: true });
  await first.outbox.handlers.setPaused({ isPaused: true });
  await first.use(folder('copy'));
  await first.publish();
  await first.settled();
  await first.library.flush();
  await first.outbox.close(1_000);
  first.library.close();
  if (isLost) await rm(join(root, 'profile', 'libraries.json'));
  const received: number[] = [];
  for (const [at, library] of starts.entries()) {
    const again = await outboxFixture({ root, connections, library });
    again.token = first.token;
    await again.library.handlers.list(undefined);
    const isPaused = at < starts.length - 1 && library === 'copy';
    await again.outbox.handlers.setPaused({ isPaused });
    for (let minute = 0; minute < 5; minute += 1) {
      again.clock.pass(60_000);
      await again.settled();
    }
    received.push(practice.received().length);
    await again.library.rescan();
    await again.library.flush();
    await again.outbox.close(1_000);
    again.library.close();
  }
  return received;
}

it.each([
  ['the control: the list is whole', false, ['themes', 'copy'], [0, 1]],
  ['in the library, then in the copy', true, ['themes', 'copy'], [0, 1]],
  ['in the copy, paused, and there once more', true, ['copy', 'copy'], [0, 1]],
])('%s', async (_name, isLost, starts, received) => {
  expect(await sentAfter(starts, isLost)).toEqual(received);
});
