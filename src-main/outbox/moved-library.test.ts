import { copyFile, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

/**
 * Foyer moves a person's library to another folder. In the folder that is empty since they begin a second library and
 * publish from it while publishing is paused. They quit with the first one open, Foyer starts in that one, and they
 * choose the second: what waits for it goes.
 */
describe('a second library begins in the folder that the first was moved out of', () => {
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
});

/**
 * A person with two libraries publishes from the one while publishing is paused. That library's folder becomes another
 * one on the disk (Foyer moves it to another place; it is put back from a backup), by which it has another mark. They
 * quit with the other library open, Foyer starts in that one, and they go back to the first: what waits goes.
 */
describe('a library is moved, and Foyer starts in another one', () => {
  type Made = Awaited<ReturnType<typeof copiedLibrary>>;

  const stays = async ({ own }: Made): Promise<string> => own;
  const isRenamed = async ({ own, folder }: Made): Promise<string> => {
    await rename(own, folder('moved'));
    return folder('moved');
  };
  const isMovedByFoyer = async ({ library, folder }: Made): Promise<string> => {
    await mkdir(folder('moved'));
    await library.handlers.useFolder({ folder: folder('moved'), move: true });
    return folder('moved');
  };
  const isPutBack = async ({ own, folder }: Made): Promise<string> => {
    await cp(own, folder('backup'), { recursive: true });
    await rm(own, { recursive: true });
    await rename(folder('backup'), own);
    return own;
  };

  it.each([
    ['the control: it stays', stays, false],
    ['the control: it is renamed by hand', isRenamed, true],
    ['it is moved by Foyer', isMovedByFoyer, false],
    ['it is put back from a backup while Foyer is closed', isPutBack, true],
  ] as const)('%s', async (_name, become, isWhileClosed) => {
    const first = await copiedLibrary();
    const { root, connections } = first;
    await first.outbox.handlers.setPaused({ isPaused: true });
    await first.publish();
    let at = isWhileClosed ? first.own : await become(first);
    await first.useAnother();
    await first.library.flush();
    await first.outbox.close(1_000);
    first.library.close();
    if (isWhileClosed) at = await become(first);
    const again = await outboxFixture({ root, connections, library: 'other' });
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.settled();
    await again.library.handlers.useFolder({ folder: at, move: false });
    await again.library.handlers.list(undefined);
    await again.drained();
    const { items } = await again.outbox.handlers.list(undefined);
    expect({
      left: items.map(({ why }) => why),
      arrived: first.practice.received().length,
    }).toEqual({ left: [], arrived: 1 });
  });
});

/** What an earlier run left waits in its library, wherever Foyer moves that in this one, or has moved it before. */
describe('a library is moved in the next run', () => {
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
});

/**
 * A theme has arrived, and its library's disk is too full to record that. The person copies the folder to a larger disk,
 * chooses the copy, and deletes the first. They change the theme and publish it: Foyer says “Settle the other one in its own
 * library, or cancel it in the outbox. Then publish this one again.” There is no such library any more: once it is cancelled,
 * the theme goes to the service.
 */
describe('a library was copied and deleted, with something to be noted in it', () => {
  it.each([
    ['the control: it was recorded', false],
    ['its disk was full', true],
  ])('what is published from the copy leaves in the end: %s', async (_name, isFull) => {
    const made = await copiedLibrary();
    const { own, outbox, library, place, practice } = made;
    const copy = made.folder('larger');
    const refusing = vi.spyOn(library, 'setPublication');
    if (isFull) refusing.mockRejectedValue(new StorageError('full', 'theme.json'));
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject(isFull ? [{ why: 'unnoted' }] : []);
    await mkdir(copy);
    for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
    await made.use(copy);
    refusing.mockRestore();
    await rm(own, { recursive: true });
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    const publish = () =>
      outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1'] });
    await publish();
    await made.minutes();
    // What a person can do about what is in the way.
    for (const { themeId, connectionId } of await made.items())
      await outbox.handlers.cancel({ only: { themeId, connectionId } });
    await publish();
    await made.minutes();
    await outbox.handlers.retry({});
    await made.minutes();
    expect(practice.state().templates).toMatchObject([{ name: 'Newer' }]);
    expect(await made.items()).toEqual([]);
  });

  it.each([
    ['its own library is open', true, 'it alone'],
    ['another one is open, and all is cancelled', false, 'all'],
  ] as const)('what is to be recorded stays: %s', async (_name, isOwn, which) => {
    const made = await copiedLibrary();
    const refusing = vi.spyOn(made.library, 'setPublication');
    refusing.mockRejectedValue(new StorageError('full', 'theme.json'));
    await made.publish();
    await made.settled();
    if (!isOwn) await made.useAnother();
    await made.outbox.handlers.cancel(which === 'all' ? {} : { only: made.place });
    expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
    refusing.mockRestore();
    if (!isOwn) await made.use(made.own);
    await made.minutes();
    expect(await made.items()).toEqual([]);
    expect(await made.linksIn(made.own)).toBe(1);
  });

  it.each([
    ['the control: it is recorded there', false, 1],
    ['it is not to be recorded', true, 0],
  ])('what its own library shows as answered: %s', async (_name, isCancelled, known) => {
    const made = await copiedLibrary();
    const refusing = vi.spyOn(made.library, 'setPublication');
    refusing.mockRejectedValue(new StorageError('full', 'theme.json'));
    await made.publish();
    await made.settled();
    await made.useAnother();
    if (isCancelled) await made.outbox.handlers.cancel({ only: made.place });
    refusing.mockRestore();
    await made.use(made.own);
    await made.minutes();
    const { themeId } = made.place;
    expect(await made.outbox.handlers.answers({ themeId })).toHaveLength(known);
    expect(await made.linksIn(made.own)).toBe(known);
  });
});

/**
 * A theme has arrived, and the library's disk refuses to be told. Foyer is quit with another library open; meanwhile the
 * first one is put back from a backup. Foyer starts in the other one, and the first is chosen: what has arrived is noted
 * in it, and its theme can be published anew.
 */
describe('a library was put back from a backup, with something to be noted in it', () => {
  it.each([
    ['the control: its folder is as it was', false],
    ['it was put back', true],
  ])('%s', async (_name, isPutBack) => {
    const first = await copiedLibrary();
    const { own, folder, root, connections, place } = first;
    const refusing = vi.spyOn(first.library, 'setPublication').mockRejectedValue(new Error('EIO'));
    await first.publish();
    await first.settled();
    expect(await first.items()).toMatchObject([{ why: 'unnoted' }]);
    await first.useAnother();
    await first.outbox.close(1_000);
    await first.library.flush();
    first.library.close();
    refusing.mockRestore();
    if (isPutBack) {
      await cp(own, folder('backup'), { recursive: true });
      await rm(own, { recursive: true });
      await rename(folder('backup'), own);
    }
    const again = await outboxFixture({ root, connections, library: 'other' });
    await again.settled();
    await again.library.handlers.useFolder({ folder: own, move: false });
    await again.library.handlers.list(undefined);
    const pass = async () => {
      for (let minute = 0; minute < 10; minute += 1) {
        again.clock.pass(60_000);
        await again.settled();
      }
    };
    await pass();
    await again.library.handlers.rename({ id: place.themeId, name: 'Harbour, newer' });
    await again.outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1'] });
    await pass();
    await again.library.flush();
    expect({
      left: (await again.items()).map(({ why, problem }) => ({ why, code: problem?.code })),
      links: await first.linksIn(own),
      arrived: first.practice.received().length,
    }).toEqual({ left: [], links: 1, arrived: 2 });
  });
});
