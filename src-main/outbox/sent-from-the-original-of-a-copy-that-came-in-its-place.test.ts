/**
 * While Foyer runs, a person renames the library's folder and puts a copy in its place. They publish from that while
 * publishing is paused, and start Foyer anew. Then they look into the original under its new name: what was asked for in
 * the copy waits for that, is sent from there alone, and is noted there.
 */
import { cp, rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

async function end({ library, outbox }: OutboxFixture): Promise<void> {
  await library.flush();
  await outbox.close(1_000);
  library.close();
}

it.each([
  ['the control: Foyer was started anew once the copy lay there', true],
  ['Foyer saw it come', false],
])('%s', async (_name, isStartedBefore) => {
  const first = await copiedLibrary();
  const { folder, own, root, connections, practice } = first;
  await first.outbox.handlers.setPaused({ isPaused: true });
  await cp(own, folder('copy'), { recursive: true });
  await rename(own, folder('original'));
  await rename(folder('copy'), own);
  await first.library.rescan();
  let asked: OutboxFixture = first;
  if (isStartedBefore) {
    await end(first);
    asked = await outboxFixture({ root, connections });
    await asked.library.handlers.list(undefined);
    // The mark of the copy is in the index from here on.
    await end(asked);
    asked = await outboxFixture({ root, connections });
    await asked.library.handlers.list(undefined);
  }
  await asked.publish();
  await asked.settled();
  await end(asked);

  const again = await outboxFixture({ root, connections });
  await again.library.handlers.list(undefined);
  await again.settled();
  await again.library.handlers.useFolder({ folder: folder('original'), move: false });
  await again.library.handlers.list(undefined);
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.drained();
  const whileOriginal = practice.received().length;
  await again.library.handlers.useFolder({ folder: own, move: false });
  await again.library.handlers.list(undefined);
  await again.drained();
  await again.library.flush();
  expect({
    whileOriginal,
    arrived: practice.received().length,
    links: [await first.linksIn(own), await first.linksIn(folder('original'))],
    left: (await again.items()).map(({ why }) => why),
  }).toEqual({ whileOriginal: 0, arrived: 1, links: [1, 0], left: [] });
});
