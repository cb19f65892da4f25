/** What an earlier run left waits in its library, wherever Foyer moves that in this one, or has moved it before. */
import { mkdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

async function waiting() {
  const first = await copiedLibrary();
  for (const name of ['moved', 'new']) await mkdir(first.folder(name));
  await first.outbox.handlers.setPaused({ isPaused: true });
  await first.publish();
  const restarted = async (library: string) => {
    await first.library.flush();
    await first.outbox.close(1_000);
    first.library.close();
    const { root, connections } = first;
    const again = await outboxFixture({ root, connections, library });
    await again.settled();
    const use = async (folder: string, move = false): Promise<void> => {
      await again.library.handlers.useFolder({ folder, move });
      await again.library.handlers.list(undefined);
      await again.settled();
    };
    const end = async () => {
      await again.outbox.handlers.setPaused({ isPaused: false });
      await again.drained();
      const { items } = await again.outbox.handlers.list(undefined);
      const left = items.map(({ why }) => why);
      return { left, arrived: first.practice.received().length };
    };
    return { use, end };
  };
  return { first, restarted };
}

const sent = { left: [], arrived: 1 };

it.each([
  ['the control: it stays', false],
  ['Foyer moves it', true],
])('another library was open at the start, and %s', async (_name, isMoved) => {
  const { first, restarted } = await waiting();
  await first.useAnother();
  const { use, end } = await restarted('other');
  await use(first.own);
  if (isMoved) await use(first.folder('moved'), true);
  expect(await end()).toEqual(sent);
});

it.each([
  ['the control: it looks into a new folder', 'new'],
  ['it looks into the folder that it was moved out of', 'themes'],
])('it was moved before the restart, and %s for a moment', async (_name, looked) => {
  const { first, restarted } = await waiting();
  await first.library.handlers.useFolder({ folder: first.folder('moved'), move: true });
  const { use, end } = await restarted('moved');
  await use(first.folder(looked));
  await use(first.folder('moved'));
  expect(await end()).toEqual(sent);
});
