/**
 * A person publishes a theme while publishing is paused. As Foyer starts again, the file that says which libraries there are
 * can't be read (a scanner or a sync program holds it, or a newer Foyer wrote it, which is used again afterwards), and they
 * have Foyer move the library. It is the same library ("is sent once you do, also if you renamed or moved its folder …"),
 * and what waits is sent once the list can be read.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../library/testing/fake-disk';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

type How = 'read' | 'held' | 'held in all of that run' | 'of a newer Foyer in that run';

async function afterMove(how: How) {
  const first = await copiedLibrary();
  const { root, connections, folder, practice } = first;
  await first.outbox.handlers.setPaused({ isPaused: true });
  await first.publish();
  await first.settled();
  await first.library.flush();
  await first.outbox.close(1_000);
  first.library.close();

  const list = join(root, 'profile', 'libraries.json');
  const ours = await readFile(list, 'utf8');
  const isHeld = how === 'held' || how === 'held in all of that run';
  const disk = isHeld
    ? failing('EBUSY', 'readFrom', (file) => file.includes('libraries.json'))
    : undefined;
  if (how === 'of a newer Foyer in that run')
    await writeFile(list, JSON.stringify({ format: 2, byFolder: {} }));
  let again = await outboxFixture({ root, connections });
  again.token = first.token;
  await again.library.handlers.list(undefined);
  await mkdir(folder('moved'));
  await again.library.handlers.useFolder({ folder: folder('moved'), move: true });
  await again.library.handlers.list(undefined);
  if (how === 'held in all of that run' || how === 'of a newer Foyer in that run') {
    await again.library.flush();
    await again.outbox.close(1_000);
    again.library.close();
    if (how === 'of a newer Foyer in that run') await writeFile(list, ours);
    disk?.heal();
    again = await outboxFixture({ root, connections, library: 'moved' });
    again.token = first.token;
    await again.library.handlers.list(undefined);
  }
  disk?.heal();
  await vi.waitFor(() => expect(again.library.id()).toBeDefined(), { timeout: 5_000 });
  await again.outbox.handlers.setPaused({ isPaused: false });
  for (let minute = 0; minute < 5; minute += 1) {
    again.clock.pass(60_000);
    await again.settled();
  }
  return {
    left: (await again.items()).map(({ why }) => why),
    arrived: practice.received().length,
  };
}

it.each<[string, How]>([
  ['the control: the list can be read', 'read'],
  ['it is held for a moment', 'held'],
  ['it is held in all of that run', 'held in all of that run'],
  ['it is a newer Foyer’s in that run', 'of a newer Foyer in that run'],
])('what waits is sent from the folder that its library was moved to: %s', async (_name, how) => {
  expect(await afterMove(how)).toEqual({ left: [], arrived: 1 });
});
