import { renameSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';
import { itemPath, killedBeforeForgotten, nextRun } from './testing/next-run';

/**
 * Foyer is killed after the theme's own file says that it arrived, and before the outbox has forgotten it.
 * Between the request and its answer the computer's clock may have been set back, and the library's drive
 * may be connected only after the next start.
 */
describe('Foyer is killed before the outbox has forgotten what arrived', () => {
  const circumstances = [
    ['the clock stays', { moved: 0, isLate: false }],
    ['the clock is set back', { moved: -3_600_000, isLate: false }],
    ['the library comes late', { moved: 0, isLate: true }],
  ] as const;
  type Circumstances = (typeof circumstances)[number][1];

  async function killed(made: OutboxFixture, { moved, isLate }: Circumstances) {
    await killedBeforeForgotten(made, () => made.clock.set(moved));
    const themes = join(made.root, 'themes');
    const away = join(made.root, 'away');
    const again = await nextRun(
      made,
      isLate ? { before: () => renameSync(themes, away) } : undefined,
    );
    if (!isLate) return again;
    await again.settled();
    expect(await again.items()).toMatchObject([{ themeId: made.place.themeId }]);
    await rename(away, themes);
    return again;
  }

  /** Published once, and changed since. */
  async function changedSince(): Promise<OutboxFixture> {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
    made.clock.pass(1_000);
    return made;
  }

  it.each(circumstances)('is not called unsure, at a first save: %s', async (_name, how) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    const again = await killed(made, how);
    // The window has the library read.
    await again.library.handlers.list(undefined);
    await vi.waitFor(async () => expect(await again.items()).toEqual([]));
    await again.drained();
    expect(await again.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    expect(made.practice.received()).toHaveLength(1);
  });

  it.each(circumstances)('is not sent again, at a later save: %s', async (_name, how) => {
    const made = await changedSince();
    const again = await killed(made, how);
    await again.drained();
    expect(await again.items()).toEqual([]);
    expect(made.practice.received()).toHaveLength(2);
  });

  it('stays unsure where the file says something else', async () => {
    const made = await changedSince();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing' });
    await made.publish();
    await made.drained();
    await made.outbox.close(0);
    const again = await nextRun(made);
    await again.drained();
    expect(await again.items()).toMatchObject([{ why: 'decision' }]);
  });
});

/**
 * Foyer is killed after the theme's own file says that it arrived, and before the outbox has forgotten it. At the next
 * start the disk does not give the outbox's file for some seconds: another program has it open.
 */
describe('what arrived before a kill, and its item is read late', () => {
  it.each([
    ['the control: it can be read at once', false],
    ['it can be read after some seconds', true],
  ])(
    'nobody is asked whether a save arrived that the theme says has arrived: %s',
    async (_name, isLate) => {
      const { illDisk } = await import('../storage/trial-ill-disk');
      const made = await outboxFixture();
      made.practice.setBehaviour('all', { ids: 'own' });
      await killedBeforeForgotten(made);
      const item = await itemPath(made);

      const disk = isLate ? illDisk((path) => path === item, 'EIO', 'open') : undefined;
      const again = await nextRun(made);
      await again.settled();
      if (isLate) expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
      disk?.heal();
      again.clock.pass(5_000);
      await expect.poll(() => again.items()).not.toMatchObject([{ why: 'unreadable' }]);
      await again.drained();
      expect((await again.document()).publications).not.toEqual({});
      expect(await again.items()).toEqual([]);
      expect(await again.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    },
  );
});

/**
 * A newer version waits behind a first save that may have arrived: Foyer was killed when its theme's own file said that
 * it had, and before the outbox had forgotten it; and the library's drive is connected only after the next start. Then
 * nothing is left to decide, and the newer version is sent.
 */
describe('what waits behind a doubt that is over after the start', () => {
  async function sentAfterTheRestart(isLate: boolean): Promise<{ names: string[]; why: string[] }> {
    const made = await outboxFixture();
    const { themeId } = made.place;
    made.practice.setBehaviour('all', { ids: 'own' });
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    await made.library.handlers.rename({ id: themeId, name: 'Newer' });
    await made.publish();
    const path = await itemPath(made);
    const bytes = await readFile(path);
    await made.outbox.handlers.setPaused({ isPaused: true });
    release();
    await made.settled();
    await made.library.flush();
    await made.outbox.close(0);
    // Killed before the outbox had forgotten it.
    await writeFile(path, bytes);
    const [themes, away] = [join(made.root, 'themes'), join(made.root, 'away')];
    const again = await nextRun(made, isLate ? { before: () => renameSync(themes, away) } : {});
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.settled();
    if (isLate) {
      expect(await again.items()).toMatchObject([{ name: 'Harbour', why: 'decision' }]);
      await rename(away, themes);
    }
    // The window has the library read.
    await again.library.handlers.list(undefined);
    await vi.waitFor(async () =>
      expect(await again.items()).not.toMatchObject([{ why: 'decision' }]),
    );
    for (let minute = 0; minute < 60; minute += 1) {
      await again.settled();
      again.clock.pass(60_000);
    }
    const names = made.practice
      .received()
      .map(({ body }) => (JSON.parse(body) as { name: string }).name);
    return { names, why: (await again.items()).map(({ why }) => why) };
  }

  it('the control: the drive is connected as Foyer starts', async () => {
    expect(await sentAfterTheRestart(false)).toEqual({ names: ['Harbour', 'Newer'], why: [] });
  });

  it('the drive is connected later', async () => {
    expect(await sentAfterTheRestart(true)).toEqual({ names: ['Harbour', 'Newer'], why: [] });
  });
});

/**
 * Some themes wait from an earlier run, and of others it isn't known whether they arrived. At its start Foyer looks the
 * doubts up in the library, which takes its time on a slow drive. Meanwhile a person cancels what waits, and publishes it
 * again: that is queued, and stays so (docs/guide.md: what is queued is sent automatically later).
 */
describe('a theme is published anew while Foyer looks up doubts at its start', () => {
  async function waitsAfter(isSlow: boolean, isAllCancelled: boolean) {
    const made = await outboxFixture({ themes: 12 });
    const { practice, outbox, root, connections } = made;
    practice.setBehaviour('all', { ids: 'own' });
    const [doubted, waiting] = [made.ids.slice(0, 6), made.ids.slice(6)];
    practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 6 });
    await made.publish(...doubted);
    await made.drained();
    await arrived(practice, 6);
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish(...waiting);
    await made.library.flush();
    await outbox.close(0);

    let answer = (): void => undefined;
    const answered = new Promise<void>((done) => (answer = done));
    const again = await outboxFixture({
      ...{ root, connections },
      before: ({ library }) => {
        const noted = library.noted.bind(library);
        if (!isSlow) return;
        vi.spyOn(library, 'noted').mockImplementation(async (id) => {
          await answered;
          return noted(id);
        });
      },
    });
    again.token = made.token;
    const { handlers } = again.outbox;
    const ofWaiting = async () =>
      (await again.items()).filter(({ themeId }) => waiting.includes(themeId));
    expect(await ofWaiting()).toMatchObject(waiting.map(() => ({ why: 'paused' })));
    if (isAllCancelled) await handlers.cancel({});
    else for (const themeId of waiting) await handlers.cancel({ only: { ...made.place, themeId } });
    expect(await ofWaiting()).toEqual([]);
    const queued = await handlers.publish({ themeIds: waiting, connectionIds: ['c1'] });
    expect(queued).toMatchObject({ queued: 6, cancelled: [], problems: [] });
    expect(await ofWaiting()).toHaveLength(6);
    answer();
    await again.settled();
    return (await ofWaiting()).length;
  }

  it.each([
    ['quick, each is cancelled', false, false],
    ['slow, each is cancelled', true, false],
    ['quick, all is cancelled', false, true],
    ['slow, all is cancelled', true, true],
  ])('what is published anew stays queued: %s', async (_name, isSlow, isAllCancelled) => {
    expect(await waitsAfter(isSlow, isAllCancelled)).toBe(6);
  });
});

/** The disk does not give the outbox's file at the start. What a person asks for meanwhile comes after what it holds. */
describe('all is cancelled before an item is read', () => {
  /** A theme waits to be published since an earlier run, and its file can't be read before `heal`. */
  async function readLate() {
    const { illDisk } = await import('../storage/trial-ill-disk');
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    // Some numbers were given already.
    for (let turn = 0; turn < 3; turn += 1) await made.publish();
    await made.outbox.close(0);
    const folder = join(made.root, 'profile', 'outbox');
    const [name = ''] = await readdir(folder);
    const disk = illDisk((path) => path.endsWith(name), 'EIO', 'open');
    const again = await nextRun(made);
    await again.settled();
    const heal = async (): Promise<void> => {
      disk.heal();
      again.clock.pass(5_000);
      await expect.poll(() => again.items()).not.toMatchObject([{ why: 'unreadable' }]);
      await again.settled();
    };
    return { made, again, heal };
  }

  it.each([
    ['the control: nothing was taken out', false, 1],
    ['everything was taken out', true, 0],
  ])('what was read late leaves, or does not: %s', async (_name, isTakenOut, sent) => {
    const { made, again, heal } = await readLate();
    if (isTakenOut)
      await expect(again.outbox.handlers.cancel({})).rejects.toThrow('storageNotRead');
    await heal();
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.drained();
    expect(made.practice.received()).toHaveLength(sent);
  });

  it('does not take what is asked for later for the one that was read late', async () => {
    const { made, again, heal } = await readLate();
    // As many as were asked for in the earlier run, so that their numbers could be the same.
    for (let turn = 0; turn < 2; turn += 1) await again.publish().catch(() => undefined);
    await again.library.handlers.rename({ id: again.place.themeId, name: 'Newer' });
    const { goOn } = holdNextReading(again.library);
    const publishing = again.publish();
    await heal();
    const release = made.practice.holdAnswers();
    await again.outbox.handlers.setPaused({ isPaused: false });
    await arrived(made.practice);
    goOn();
    await publishing;
    release();
    await again.drained();
    expect(made.practice.state().templates).toMatchObject([{ name: 'Newer' }]);
  });
});

/**
 * A theme was to be published through one of two connections to a workspace, and the other one is removed.
 * The disk does not give the outbox's file just then: another program has it open for some seconds.
 */
describe('a connection is removed before an item is read', () => {
  it.each([
    ['the control: it can be read at once', false],
    ['it can be read after some seconds', true],
  ])('what was asked for through the other leaves through that: %s', async (_name, isLate) => {
    const { illDisk } = await import('../storage/trial-ill-disk');
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
    await made.outbox.close(0);
    expect(made.practice.received()).toEqual([]);
    const [name = ''] = await readdir(join(made.root, 'profile', 'outbox'));

    const disk = isLate ? illDisk((path) => path.endsWith(name), 'EIO', 'open') : undefined;
    const again = await outboxFixture({
      root: made.root,
      connections: made.connections,
      before: (each) => {
        each.token = made.token;
      },
    });
    await again.outbox.start();
    again.connections.shift();
    again.outbox.connectionsChanged();
    again.outbox.connectionRemoved('c1');
    disk?.heal();
    again.clock.pass(5_000);
    await expect.poll(() => again.outbox.deliveryOf(made.place.themeId, 'c2')).not.toBe('unknown');
    await again.outbox.handlers.setPaused({ isPaused: false });
    again.clock.pass(3_600_000);
    await again.drained();
    // Either it went, or a person sees that it has not.
    const arrivedOrShown = made.practice.received().length + (await again.items()).length;
    expect(arrivedOrShown).toBe(1);
  });
});

/**
 * A first save may have arrived, under the id that an earlier Foyer picked: the theme's own. A person has it
 * sent again, to a service that keeps the ids that clients pick.
 */
describe('a first save of an earlier Foyer is sent again', () => {
  it.each([
    ['the control: of this Foyer', false],
    ['of an earlier one', true],
  ])('goes again under that id: %s', async (_name, isEarlier) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'beforeReading', times: 1 });
    await made.publish();
    await made.drained();
    await made.outbox.close(0);
    const path = await itemPath(made);
    const { foyerChecksum: _ofBefore, ...stored } = JSON.parse(await readFile(path, 'utf8')) as {
      foyerChecksum: string;
      doubt: { templateId: string };
    };
    if (isEarlier) stored.doubt.templateId = made.place.themeId;
    await writeFile(path, JSON.stringify(stored));
    const again = await nextRun(made);
    await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await again.drained();
    expect(made.practice.state().templates).toMatchObject([{ id: stored.doubt.templateId }]);
  });
});
