/**
 * Foyer moves a person's library to another folder. In the folder that is empty since they begin a second library and
 * publish from it while publishing is paused. They quit with the first one open, Foyer starts in that one, and they
 * choose the second: what waits for it goes.
 */
import { mkdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the second one lies in a new folder', 'new', 'moved'],
  ['the control: Foyer starts in the second one', 'themes', 'themes'],
  ['it lies in the folder that the first one has left', 'themes', 'moved'],
])('%s', async (_name, second, startsIn) => {
  const first = await copiedLibrary();
  const { library, outbox, folder, root, connections } = first;
  for (const name of ['moved', 'new']) await mkdir(folder(name));
  await outbox.handlers.setPaused({ isPaused: true });
  await library.handlers.useFolder({ folder: folder('moved'), move: true });
  await first.use(folder(second));
  const { id } = await library.handlers.create({ starter: undefined });
  await first.publish(id);
  await first.settled();
  if (startsIn === 'moved') await first.use(folder('moved'));
  await library.flush();
  await outbox.close(1_000);
  library.close();
  const again = await outboxFixture({ root, connections, library: startsIn });
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.settled();
  if (startsIn !== second) {
    await again.library.handlers.useFolder({ folder: folder(second), move: false });
  }
  await again.library.handlers.list(undefined);
  await again.drained();
  expect({
    left: (await again.items()).map(({ why }) => why),
    arrived: first.practice.received().length,
  }).toEqual({ left: [], arrived: 1 });
});
