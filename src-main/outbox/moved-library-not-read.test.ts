import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { failing, held } from '../library/testing/fake-disk';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});
/**
 * A person with two libraries publishes from the one while publishing is paused, and Foyer moves that library to another
 * folder. As it starts again, the file that says which libraries there are is held for a moment (a virus scanner, a sync
 * program). What waits goes once that can be read, and not before: it may be of another library.
 */
describe('the list of libraries is read late after a move', () => {
  it.each([
    ['the control: it can be read; Foyer starts in the other one', 'other', false],
    ['Foyer starts in the other one', 'other', true],
    ['Foyer starts in that one', 'moved', true],
  ])('%s', async (_name, startsIn, isHeld) => {
    const first = await copiedLibrary();
    const { root, connections, folder, practice } = first;
    const moved = folder('moved');
    await first.outbox.handlers.setPaused({ isPaused: true });
    await first.publish();
    await first.settled();
    await mkdir(moved);
    await first.library.handlers.useFolder({ folder: moved, move: true });
    await first.useAnother();
    await first.library.flush();
    await first.outbox.close(1_000);
    first.library.close();
    const disk = isHeld
      ? failing('EBUSY', 'readFrom', (file) => file.includes('libraries.json'))
      : undefined;
    const again = await outboxFixture({ root, connections, library: startsIn });
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.settled();
    if (startsIn !== 'moved')
      await again.library.handlers.useFolder({ folder: moved, move: false });
    await again.library.handlers.list(undefined);
    await again.drained();
    expect(practice.received().length).toBe(isHeld ? 0 : 1);
    disk?.heal();
    await vi.waitFor(
      async () => {
        await again.drained();
        expect(practice.received().length).toBe(1);
        expect(await again.items()).toEqual([]);
      },
      { timeout: 5_000 },
    );
  });
});

/**
 * A person publishes a theme while publishing is paused. As Foyer starts again, the file that says which libraries there are
 * can't be read (a scanner or a sync program holds it, or a newer Foyer wrote it, which is used again afterwards), and they
 * have Foyer move the library. It is the same library ("is sent once you do, also if you renamed or moved its folder …"),
 * and what waits is sent once the list can be read.
 */
describe('a library is moved while the list of libraries can’t be read', () => {
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
});

/**
 * What waits for its library, which Foyer moves to a new folder: that is kept as the library's, and Foyer is killed (a power
 * cut, a crash) while it looks into it for the first time, which a stick or a share makes long. It starts in the new folder.
 */
describe('Foyer is killed as it looks into the new folder', () => {
  it.each([
    ['the control: once the move has ended', false],
    ['before it is noted which library lies in which folder', true],
  ])('goes once Foyer starts in the new folder: killed %s', async (_name, isBefore) => {
    const first = await copiedLibrary();
    const { root, connections, folder, practice } = first;
    const moved = folder('moved');
    await mkdir(moved);
    await first.outbox.handlers.setPaused({ isPaused: true });
    await first.publish();
    await first.settled();
    const noting = isBefore ? held('rename', (at) => at.endsWith('libraries.json')) : undefined;
    const moving = Promise.resolve(first.library.handlers.useFolder({ folder: moved, move: true }));
    await (noting?.isReached ?? moving);
    // By now the new folder is kept as the library's (`movedTo`).
    expect(first.library.folder()).toBe(moved);
    // What the disk has then; the run that is killed does nothing more.
    await cp(join(root, 'profile'), join(root, 'killed'), { recursive: true });

    const again = await outboxFixture({ root, connections, profile: 'killed', library: 'moved' });
    await again.library.handlers.list(undefined);
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.drained();
    const { items } = await again.outbox.handlers.list(undefined);
    expect({ left: items.map(({ why }) => why), arrived: practice.received().length }).toEqual({
      left: [],
      arrived: 1,
    });
  });
});
