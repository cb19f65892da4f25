import { rmdirSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { copiedLibrary } from './testing/copied-library';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/**
 * A theme waits (the outbox is paused, or the network is away). A person renames the library's folder in the file
 * manager, or moves it to another disk, while Foyer runs; Foyer says that the folder isn't there, and they choose it
 * under its new name. It is no copy: nothing is left under the old name.
 */
describe('the folder is renamed while Foyer runs', () => {
  async function leftAfter(how: 'moved by Foyer' | 'renamed in the file manager') {
    const made = await outboxFixture();
    const { library, outbox, clock } = made;
    const [before, after] = [join(made.root, 'themes'), join(made.root, 'renamed')];
    await library.handlers.list(undefined);
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.settled();
    await library.flush();
    if (how === 'moved by Foyer') {
      await mkdir(after);
      await library.handlers.useFolder({ folder: after, move: true });
    } else {
      await rename(before, after);
      await library.rescan();
      await library.handlers.useFolder({ folder: after, move: false });
    }
    await outbox.handlers.setPaused({ isPaused: false });
    for (let minute = 0; minute < 10; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
    const left = (await made.items()).map(({ why, problem }) => ({ why, code: problem?.code }));
    return { arrived: made.practice.received().length, left };
  }

  it.each(['moved by Foyer', 'renamed in the file manager'] as const)(
    'what waits goes once its library is there again: %s',
    async (how) => {
      expect(await leftAfter(how)).toEqual({ arrived: 1, left: [] });
    },
  );
});

/**
 * A theme waits as a person quits Foyer. They rename the library's folder, or move it to another disk, and start Foyer:
 * it says that the folder isn't there, and they choose it under its new name. No other library was there since the
 * start, and it is no copy: what waits goes, and can be published anew.
 */
describe('the folder is renamed while Foyer is closed', () => {
  async function afterTheStart(when: 'never' | 'while Foyer is closed') {
    const made = await outboxFixture();
    const [before, after] = [join(made.root, 'themes'), join(made.root, 'renamed')];
    await made.library.handlers.list(undefined);
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.settled();
    await made.library.flush();
    await made.outbox.close(0);
    made.library.close();
    const isRenamed = when === 'while Foyer is closed';
    if (isRenamed) await rename(before, after);
    // The fixture makes the folder, which is not there.
    const run = await nextRun(made, { before: () => isRenamed && rmdirSync(before) });
    await run.settled();
    const shown = await Promise.resolve(run.library.handlers.list(undefined)).then(
      () => 'there',
      () => 'missing',
    );
    expect(shown).toBe(isRenamed ? 'missing' : 'there');
    if (isRenamed) await run.library.handlers.useFolder({ folder: after, move: false });
    await run.library.handlers.list(undefined);
    const { problems } = await run.outbox.handlers.publish({
      themeIds: [...made.ids],
      connectionIds: ['c1'],
    });
    await run.outbox.handlers.setPaused({ isPaused: false });
    for (let minute = 0; minute < 30; minute += 1) {
      run.clock.pass(60_000);
      await run.settled();
    }
    const left = (await run.items()).map(({ why, problem }) => ({ why, code: problem?.code }));
    const refused = problems.map(({ problem }) => problem.code);
    return { refused, arrived: made.practice.received().length, left };
  }

  it.each(['never', 'while Foyer is closed'] as const)(
    'what waits goes; its folder was renamed %s',
    async (when) => {
      expect(await afterTheStart(when)).toEqual({ refused: [], arrived: 1, left: [] });
    },
  );
});

/**
 * A person with two libraries publishes from the one while publishing is paused, and Foyer moves that library to another
 * folder. They quit with the other one open, rename the folder by hand, and choose it under its new name after the start.
 */
describe('a library that Foyer moved is renamed', () => {
  it.each([
    ['the control: renamed, not moved', false, true],
    ['the control: moved, not renamed', true, false],
    ['moved and renamed', true, true],
  ])('%s', async (_name, isMoved, isRenamed) => {
    const first = await copiedLibrary();
    const { root, connections, folder, own } = first;
    await first.outbox.handlers.setPaused({ isPaused: true });
    await first.publish();
    await first.settled();
    let at = own;
    if (isMoved) {
      at = folder('moved');
      await mkdir(at);
      await first.library.handlers.useFolder({ folder: at, move: true });
    }
    await first.useAnother();
    await first.library.flush();
    await first.outbox.close(1_000);
    first.library.close();
    if (isRenamed) {
      await rename(at, folder('renamed'));
      at = folder('renamed');
    }
    const again = await outboxFixture({ root, connections, library: 'other' });
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.settled();
    await again.library.handlers.useFolder({ folder: at, move: false });
    await again.library.handlers.list(undefined);
    await again.drained();
    expect({
      left: (await again.items()).map(({ why }) => why),
      arrived: first.practice.received().length,
    }).toEqual({ left: [], arrived: 1 });
  });
});

/**
 * While Foyer runs, the library's folder is put back from a backup. A theme is published from it while publishing is
 * paused, Foyer is quit, and the folder is renamed; at the next start it is chosen under its new name: what waits goes.
 */
describe('a library that was put back from a backup is renamed', () => {
  it.each([
    ['the control: it was not put back', false],
    ['it was put back', true],
  ])('%s', async (_name, isPutBack) => {
    const first = await copiedLibrary();
    const { own, folder, library, outbox } = first;
    await outbox.handlers.setPaused({ isPaused: true });
    if (isPutBack) {
      await cp(own, folder('backup'), { recursive: true });
      await rm(own, { recursive: true });
      await rename(folder('backup'), own);
      await library.rescan();
    }
    await first.publish();
    await first.settled();
    await library.flush();
    await outbox.close(1_000);
    library.close();
    await rename(own, folder('renamed'));
    // The fixture makes the folder, which is not there.
    const again = await nextRun(first, { before: () => rmdirSync(own) });
    await again.settled();
    const list = async (): Promise<unknown> => again.library.handlers.list(undefined);
    await list().catch(() => undefined);
    await again.library.handlers.useFolder({ folder: folder('renamed'), move: false });
    await list();
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.drained();
    expect({
      left: (await again.items()).map(({ why }) => why),
      arrived: first.practice.received().length,
    }).toEqual({ left: [], arrived: 1 });
  });
});

/**
 * A first save may have arrived, and Foyer asks. A person renames the library's folder in the file manager while Foyer
 * runs, chooses it under its new name (nothing is left under the old one), finds the template in the dashboard and says
 * so. The same with what arrived while the folder was away, and is published once more.
 */
describe('the folder is renamed while something is to be decided or noted', () => {
  async function renamed(made: OutboxFixture): Promise<void> {
    const after = join(made.root, 'renamed');
    await rename(join(made.root, 'themes'), after);
    await made.library.rescan();
    await made.library.handlers.useFolder({ folder: after, move: false });
  }

  it.each([
    ['the control: not renamed', false],
    ['renamed', true],
  ])('a person says that it is there: %s', async (_name, isRenamed) => {
    const made = await outboxFixture();
    await made.library.handlers.list(undefined);
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    await made.library.flush();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    if (isRenamed) await renamed(made);
    const deciding = made.outbox.handlers.decide({ ...made.place, decision: 'published' });
    const said = await Promise.resolve(deciding).then(
      () => 'taken',
      (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
    );
    expect({ said, left: await made.items() }).toEqual({ said: 'taken', left: [] });
  });

  it.each([
    ['the control: not renamed', false],
    ['renamed', true],
  ])(
    'a theme is published again whose last save arrived meanwhile: %s',
    async (_name, isRenamed) => {
      const made = await outboxFixture();
      await made.library.handlers.list(undefined);
      await made.library.flush();
      const release = made.practice.holdAnswers();
      await made.publish();
      await arrived(made.practice);
      if (isRenamed) await renamed(made);
      release();
      await made.settled();
      const before = made.practice.received().length;
      await made.publish();
      for (let minute = 0; minute < 10; minute += 1) {
        made.clock.pass(60_000);
        await made.settled();
      }
      const again = made.practice.received().length - before;
      expect({ again, left: await made.items() }).toEqual({ again: 1, left: [] });
    },
  );
});
