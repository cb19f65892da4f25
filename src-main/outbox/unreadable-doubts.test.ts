import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { StorageError } from '../storage/storage';
import { ItemFiles } from './item-files';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { cutItemShort, itemPath, nextRun } from './testing/next-run';

/**
 * A save in doubt whose file can't be read: which version it was nobody knows. A person has the theme sent
 * again as it is now, takes that back, and then finds it there.
 */
describe('a doubt that can’t be read is sent again, taken back, and found', () => {
  it.each([
    ['the control: readable', true, 'Harbour'],
    ['unreadable', false, undefined],
  ] as const)('is not said to be the version of now: %s', async (_name, isReadable, sent) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.library.flush();
    await made.outbox.close(0);
    if (!isReadable) await cutItemShort(made);
    const again = await nextRun(made);
    const { handlers } = again.outbox;
    await handlers.setPaused({ isPaused: true });
    await handlers.decide({ ...made.place, decision: 'sendAgain' });
    await handlers.cancel({ only: made.place });
    const templateId = made.practice.state().templates[0]?.id;
    await handlers.decide({ ...made.place, decision: 'published', templateId });
    const [publication] = Object.values((await again.document()).publications);
    expect(publication?.sent?.name).toBe(sent);
    expect(await again.shown()).toMatchObject({ relation: 'changed', delivery: 'idle' });
  });
});

/**
 * A later save in doubt whose file can't be read. The theme's own file still says which template it is
 * at a service that gives ids of its own.
 */
describe('a later save in doubt', () => {
  /** Published; changed; and the save of the change lost twice. After a restart. */
  async function inDoubt(isReadable: boolean): Promise<OutboxFixture> {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing' });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: false }]);
    await made.outbox.close(0);
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    if (!isReadable) await cutItemShort(made);
    const again = await nextRun(made);
    expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
    // The service goes on through the restart.
    return { ...again, practice: made.practice };
  }

  /** Whether a person is told that it was done. */
  const goesWell = (work: () => Promise<unknown>): Promise<boolean> =>
    work().then(
      () => true,
      () => false,
    );

  const readability = [
    ['the control: readable', true],
    ['unreadable', false],
  ] as const;

  it.each(readability)(
    'stays linked to its template when a person found it there: %s',
    async (_name, isReadable) => {
      const made = await inDoubt(isReadable);
      const place = publicationKey(made.connection);
      const before = (await made.document()).publications[place]?.templateId;
      expect(before).toBe(made.practice.state().templates[0]?.id);
      // As it stands in the dialog.
      expect(await made.items()).toMatchObject([{ templateId: before, isFirst: false }]);
      // As the dialog sends it where the ID is left empty.
      await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
      expect((await made.document()).publications[place]?.templateId).toBe(before);
    },
  );

  it.each(readability)(
    'makes no second template when it is published after that: %s',
    async (_name, isReadable) => {
      const made = await inDoubt(isReadable);
      await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
      await made.publish();
      await made.drained();
      expect(made.practice.state().templates).toHaveLength(1);
    },
  );

  it.each(readability)('is unlinked whole, or not at all: %s', async (_name, isReadable) => {
    const made = await inDoubt(isReadable);
    const place = publicationKey(made.connection);
    const isDone = await goesWell(async () => made.unlink());
    expect((await made.document()).publications[place] === undefined).toBe(isDone);
  });

  it.each(readability)('is linked whole, or not at all: %s', async (_name, isReadable) => {
    const made = await inDoubt(isReadable);
    const place = publicationKey(made.connection);
    const another = { ...made.place, templateId: 'another' };
    const isDone = await goesWell(async () => made.outbox.handlers.link(another));
    const { templateId } = (await made.document()).publications[place] ?? {};
    expect(templateId === 'another').toBe(isDone);
  });
});

/** A doubt whose file can't be read can't be sent again: the disk takes nothing, or goes away with it. */
describe('a doubt that the disk can’t put back', () => {
  it.each([
    ['the control: the disk is there', false],
    ['the disk is away for a moment', true],
  ])('is a doubt at the next start: %s', async (_name, isAwayThen) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    await made.outbox.close(0);
    const path = await itemPath(made);
    await cutItemShort(made);
    const again = await nextRun(made);
    expect(await again.shown()).toMatchObject({ delivery: 'unknown' });

    const folder = dirname(path);
    const away = `${folder}-away`;
    const writing = vi.spyOn(ItemFiles.prototype, 'write').mockImplementationOnce(async () => {
      if (isAwayThen) await rename(folder, away);
      throw new StorageError('full', path);
    });
    await expect(
      again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' }),
    ).rejects.toThrow();
    writing.mockRestore();
    if (isAwayThen) await rename(away, folder);
    expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
    again.clock.pass(3_600_000);
    await again.settled();
    await again.outbox.close(0);
    const third = await nextRun(made);
    expect(await third.shown()).toMatchObject({ delivery: 'unknown' });
  });
});

/**
 * A first save in doubt whose file can't be read: a person has it sent again, and takes that back. Then
 * it is the doubt that it was.
 */
describe('a doubt is sent again, and that is taken back', () => {
  const folderOf = ({ root }: OutboxFixture) => join(root, 'profile', 'outbox');

  /** A template that Foyer knows nothing certain of, at a service with ids of its own; after a restart. */
  async function inDoubt(
    isReadable: boolean,
  ): Promise<{ made: OutboxFixture; again: OutboxFixture }> {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    await made.outbox.close(0);
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    if (!isReadable) {
      const [name = ''] = (await readdir(folderOf(made))).filter((each) => each.endsWith('.json'));
      const path = join(folderOf(made), name);
      const bytes = await readFile(path);
      await writeFile(path, bytes.subarray(0, bytes.length - 20));
    }
    const again = await nextRun(made);
    expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
    return { made, again };
  }

  it.each([
    ['the control: readable', true],
    ['unreadable', false],
  ])('is still not sure it arrived: %s', async (_name, isReadable) => {
    const { made, again } = await inDoubt(isReadable);
    await again.outbox.handlers.setPaused({ isPaused: true });
    await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    expect(await again.items()).toMatchObject([{ why: 'paused' }]);
    await again.outbox.handlers.cancel({ only: made.place });
    expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
  });

  it.each([
    ['the control: readable', true],
    ['unreadable', false],
  ])('is not doubled by the next publication without a question: %s', async (_name, isReadable) => {
    const { made, again } = await inDoubt(isReadable);
    await again.outbox.handlers.setPaused({ isPaused: true });
    await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await again.outbox.handlers.cancel({ only: made.place });
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.publish().catch(() => undefined);
    await again.drained();
    expect(made.practice.state().templates).toHaveLength(1);
  });

  it.each([
    ['the control: readable', true],
    ['unreadable', false],
  ])(
    'is still not sure it arrived when sending it again was refused: %s',
    async (_name, isReadable) => {
      const { made, again } = await inDoubt(isReadable);
      made.practice.setBehaviour('saveThemeTemplate', { status: 404 });
      await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
      await again.drained();
      await again.outbox.handlers.cancel({ only: made.place });
      expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
    },
  );
});

/** One save in doubt, and two connections that lead to the workspace it went to. */
describe('a doubt of two connections to one workspace', () => {
  it.each([
    ['the control: readable', true],
    ['unreadable', false],
  ])('is one thing to decide: %s', async (_name, isReadable) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    await made.outbox.close(0);
    if (!isReadable) {
      const folder = join(made.root, 'profile', 'outbox');
      const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.json'));
      const path = join(folder, name);
      const bytes = await readFile(path);
      await writeFile(path, bytes.subarray(0, bytes.length - 20));
    }
    const twin = { ...made.connection, id: 'c2', label: 'Northwind, too' };
    const again = await outboxFixture({ root: made.root, connections: [made.connection, twin] });
    expect(await again.items()).toMatchObject([{ connectionId: 'c1', twins: ['c2'] }]);
  });
});

/** Foyer is killed right after a person has a doubt sent again whose file can't be read. */
describe('Foyer is killed as a doubt is sent again', () => {
  it.each([
    ['before its disk has anything new', false],
    ['once its disk has something new', true],
  ])('the doubt is there at the next start: killed %s', async (_name, isWritten) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    await made.outbox.close(0);
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    await cutItemShort(made);
    const again = await nextRun(made);
    expect(await again.shown()).toMatchObject({ delivery: 'unknown' });

    const { write } = ItemFiles.prototype;
    let kill = (): void => undefined;
    const isKilled = new Promise<void>((resolve) => (kill = resolve));
    let end = (): void => undefined;
    const neverWritten = new Promise<void>((_written, refuse) => {
      end = () => {
        refuse(new Error('killed'));
      };
    });
    // Its rooms wait at the end of the test for what a person asked for.
    onTestFinished(() => {
      end();
    });
    const writing = vi.spyOn(ItemFiles.prototype, 'write');
    writing.mockImplementation(async function (this: ItemFiles, item) {
      if (isWritten) await write.call(this, item);
      kill();
      await neverWritten;
    });
    const deciding = again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    Promise.resolve(deciding).catch(() => undefined);
    await isKilled;
    writing.mockRestore();

    const third = await nextRun(made);
    expect(await third.shown()).toMatchObject({ delivery: 'unknown' });
  });
});

/**
 * What the service has is known to the outbox alone, whose file the disk did not give at the start. It
 * gives it again; before Foyer has asked for it once more, a person says that the theme may be sent again.
 */
describe('a doubt that can be read again is sent again', () => {
  it.each([
    ['the control: Foyer has asked for it', true],
    ['before Foyer has asked for it', false],
  ])('makes no second template of a save that is known: %s', async (_name, isAskedFor) => {
    const { illDisk } = await import('../storage/trial-ill-disk');
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    const full = vi
      .spyOn(made.library, 'setPublication')
      .mockRejectedValue(new StorageError('full', 'theme.json'));
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
    await made.outbox.close(0);
    full.mockRestore();
    const [name = ''] = await readdir(join(made.root, 'profile', 'outbox'));

    const disk = illDisk((path) => path.endsWith(name), 'EIO', 'open');
    const again = await nextRun(made);
    await again.settled();
    expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
    disk.heal();
    if (isAskedFor) {
      again.clock.pass(5_000);
      await expect.poll(() => again.items()).toEqual([]);
    }
    // Whether that is still to be decided is for Foyer to say.
    const deciding = again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await Promise.allSettled([deciding]);
    await again.drained();
    expect(made.practice.state().templates).toHaveLength(1);
  });
});

/**
 * The disk did not give the outbox's file, and gives it again, slowly. While it is being read, a person
 * says that the theme is not there and need not be.
 */
describe('a doubt is dropped while it is being read', () => {
  it.each([
    ['the control: it is not being read', false],
    ['it is being read', true],
  ])('what a person dropped does not leave: %s', async (_name, isBeingRead) => {
    const { realDisk } = await import('../storage/disk');
    const { illDisk } = await import('../storage/trial-ill-disk');
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.outbox.close(0);
    const [name = ''] = await readdir(join(made.root, 'profile', 'outbox'));

    const disk = illDisk((path) => path.endsWith(name), 'EIO', 'open');
    const again = await nextRun(made);
    await again.settled();
    expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
    disk.heal();

    const well = realDisk.openToRead;
    let goOn = (): void => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    let isReading = false;
    if (isBeingRead) {
      vi.spyOn(realDisk, 'openToRead').mockImplementation(async (path) => {
        const handle = await well(path);
        if (!path.endsWith(name)) return handle;
        return {
          readFile: () => handle.readFile(),
          stat: () => handle.stat(),
          // As a network disk takes its time over it.
          close: async () => {
            isReading = true;
            await slow;
            await handle.close();
          },
        };
      });
      again.clock.pass(5_000);
      await vi.waitFor(() => expect(isReading).toBe(true));
    }
    // The disk is asked once more first: what it gives by now is not put aside unread.
    const dropping = again.outbox.handlers.decide({ ...made.place, decision: 'drop' });
    goOn();
    await dropping;
    again.clock.pass(5_000);
    await again.settled();
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.drained();
    expect(made.practice.received()).toEqual([]);
    expect(await again.items()).toEqual([]);
  });
});
