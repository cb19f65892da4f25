import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';
import { nextRun } from './testing/next-run';

/** Publishing a theme again is a word about the doubt that was shown then, and about no other. */
describe('which doubt publishing again is a word about', () => {
  it('a theme that is published while a try of it is under way asks, when that one is in doubt too', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Second' });
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 2 });
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'retry' }]);
    const readTheme = made.library.saved;
    made.library.saved = async (id) => {
      const document = await readTheme(id);
      // While the theme is read, the one repetition goes out, and nobody knows of it either.
      made.clock.pass(60_000);
      await made.settled();
      return document;
    };
    await made.publish();
    await made.drained();
    expect(made.practice.received()).toHaveLength(3);
    expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
  });

  it('*Mark as published* notes when it was sent, and not when somebody looked', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'midBody', times: 1 });
    const sentAt = made.clock.date().toISOString();
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'decision', since: sentAt }]);
    made.clock.pass(86_400_000);
    await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
    const { publications } = await made.document();
    expect(publications[publicationKey(made.connection)]).toMatchObject({ at: sentAt });
  });
});

/**
 * Nobody knows whether a save arrived. Its person mends the theme and publishes it once more; then they look,
 * and say of the earlier one what is so: that it isn't there, or where it is. What they published since then
 * is another matter, which they took back nowhere.
 */
describe('a doubt is settled once the theme was published again', () => {
  it.each([
    ['the control: it is there', 'published'],
    ['the control: it is sent again', 'sendAgain'],
    ['it isn’t there', 'drop'],
  ] as const)('the newer version is published: %s', async (_name, decision) => {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'no' });
    const cut = decision === 'drop' ? 'afterReading' : 'afterActing';
    made.practice.setBehaviour('saveThemeTemplate', { cut, times: 1 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Harbour' }]);
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Mended' });
    await made.publish();
    await made.drained();
    const templateId = made.practice.state().templates[0]?.id;
    await made.outbox.handlers.decide({
      ...{ ...made.place, decision },
      ...(decision === 'published' && templateId !== undefined && { templateId }),
    });
    await made.drained();
    const names = made.practice
      .received()
      .map(({ body }) => (JSON.parse(body) as { name: string }).name);
    expect(names).toEqual(['Harbour', 'Mended']);
  });
});

/**
 * The disk did not give the outbox's record of a theme at the start, and a person says that it isn't there: it need not be.
 * By then the disk gives it again. What it says waits is taken out with that, also where an earlier save of the very same
 * may have arrived, which Foyer would repeat by itself.
 */
describe('a doubt is dropped before its item could be read', () => {
  it.each([
    ['it waits', false],
    ['it may have arrived, and waits', true],
  ])('is not sent: %s', async (_name, mayHaveArrived) => {
    const { illDisk } = await import('../storage/trial-ill-disk');
    const made = await outboxFixture();
    made.connection.keepsClientIds = 'yes';
    if (mayHaveArrived) {
      made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
      await made.publish();
      await arrived(made.practice);
      await expect.poll(() => made.items()).toMatchObject([{ mayHaveArrived: true }]);
    } else {
      await made.outbox.handlers.setPaused({ isPaused: true });
      await made.publish();
    }
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.outbox.close(0);
    const before = made.practice.received().length;
    const names = await readdir(join(made.root, 'profile', 'outbox'));
    const disk = illDisk((path) => names.some((name) => path.endsWith(name)), 'EIO', 'open');
    const again = await nextRun(made);
    await again.settled();
    expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
    disk.heal();
    await again.outbox.handlers.decide({ ...made.place, decision: 'drop' });
    expect.soft(await again.items()).toEqual([]);
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.drained();
    expect(again.practice.received().length + made.practice.received().length - before).toBe(0);
  });
});

/**
 * A save may have arrived, and a person has to decide. They publish the theme anew, on a disk that is slow, and say of the
 * one before that it isn't there. The disk is full, so that the newer one can't be queued, which is said. The one before
 * was settled: it is not sent for that.
 */
describe('a doubt is dropped while the disk refuses a newer version', () => {
  it.each([
    ['nothing is published anew', false, false],
    ['it is published anew', true, false],
    ['it is published anew, and the disk is full', true, true],
  ])('is not sent again: %s', async (_name, isAnew, isFull) => {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    const { library, outbox, place, practice } = made;
    practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Harbour' }]);
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    await library.flush();
    const well = realDisk.open;
    let goOn = (): void => undefined;
    const slow = new Promise<void>((done) => (goOn = done));
    let isAsked = !isAnew;
    const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (path, ...rest) => {
      if (isAnew && path.startsWith(join(made.root, 'profile', 'outbox'))) {
        isAsked = true;
        await slow;
        if (isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      }
      return well(path, ...rest);
    });
    const { themeId } = place;
    const publishing = isAnew
      ? outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] })
      : undefined;
    await expect.poll(() => isAsked).toBe(true);
    const dropped = outbox.handlers.decide({ ...place, decision: 'drop' });
    const undecided = async () => (await made.items()).filter(({ why }) => why === 'decision');
    await expect.poll(undecided).toEqual([]);
    goOn();
    // That the disk took neither word is said of both.
    if (isFull) await expect(dropped).rejects.toThrow('ENOSPC');
    else await dropped;
    expect((await publishing)?.problems ?? []).toHaveLength(isFull ? 1 : 0);
    disk.mockRestore();
    await made.drained();
    const sent = practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);
    expect(sent).toEqual(isAnew && !isFull ? ['Harbour', 'Newer'] : ['Harbour']);
  });
});

/**
 * A save may have arrived, and a person has to decide. They edit the theme and publish it anew, and say of the one before
 * that it isn't there, while a slow disk is still writing the theme. "What they published since is another matter": it is
 * sent, as where the disk was quick.
 */
describe('a doubt is dropped while a slow disk writes a newer version', () => {
  /** A first save that was stopped once it had left. */
  async function inDoubt(isCancelled: boolean) {
    const made = await outboxFixture(isCancelled ? {} : { timeLimitMs: 1_000 });
    const { outbox, practice, place } = made;
    practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
    await made.publish();
    await arrived(practice);
    if (isCancelled) await outbox.handlers.cancel({ only: place });
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
    return made;
  }

  it.each([
    ['a quick disk, it was cancelled', true, false],
    ['a quick disk, no answer came', false, false],
    ['a slow disk, it was cancelled', true, true],
    ['a slow disk, no answer came', false, true],
  ])('is sent: %s', async (_name, isCancelled, isSlow) => {
    const made = await inDoubt(isCancelled);
    const { library, outbox, practice, place } = made;
    const before = practice.received().length;
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    const { goOn, reading } = holdNextReading(library);
    if (!isSlow) goOn();
    const published = outbox.handlers.publish({
      themeIds: [place.themeId],
      connectionIds: [place.connectionId],
    });
    if (isSlow) await expect.poll(() => reading.mock.calls.length).toBe(1);
    else await published;
    // Its entry is there all the while, and says what it said before.
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    await outbox.handlers.decide({ ...place, decision: 'drop' });
    goOn();
    expect.soft(await published).toMatchObject({ queued: 1, cancelled: [], problems: [] });
    await made.drained();
    const sent = practice.received().slice(before);
    expect(sent.map(({ body }) => (JSON.parse(body) as { name: string }).name)).toEqual(['Newer']);
  });
});
