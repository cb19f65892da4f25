import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { statusWord } from '@shared/theme/status';
import { publicationKey } from '@shared/theme/theme';
import { StorageError } from '../storage/storage';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { itemPath, nextRun } from './testing/next-run';

/**
 * A later save may have arrived, twice, and waits for a person. They find it there, and say so; Foyer is killed while that
 * is written down. It is theirs to decide still, or it is published: it does not leave by itself.
 */
describe('Foyer is killed while a save is marked as published', () => {
  async function sentAfter(isKilled: boolean): Promise<number> {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 2 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
    const path = await itemPath(made);
    /** All that the outbox's file held, one after the other. */
    const held: Buffer[] = [];
    const removed = realDisk.unlink;
    const readToRemove = realDisk.openToRead;
    const keep = async (of: string) => {
      if (of === path) held.push(await readFile(path));
    };
    const spies = [
      vi.spyOn(realDisk, 'unlink').mockImplementation(async (of) => {
        await keep(of);
        return removed(of);
      }),
      vi.spyOn(realDisk, 'openToRead').mockImplementation(async (of) => {
        await keep(of);
        return readToRemove(of);
      }),
    ];
    await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
    await made.settled();
    for (const spy of spies) spy.mockRestore();
    await made.library.flush();
    await made.outbox.close(0);
    const before = made.practice.received().length;
    const between = held.at(-1);
    expect(between).toBeDefined();
    if (isKilled && between) await writeFile(path, between);
    const again = await nextRun(made);
    await again.drained();
    return made.practice.received().length - before;
  }

  it('the control: it is not killed', async () => {
    expect(await sentAfter(false)).toBe(0);
  });

  it('it is killed between the two', async () => {
    expect(await sentAfter(true)).toBe(0);
  });
});

/**
 * What is known of a theme's save was written by a newer Foyer, or the disk does not let go of it. A person
 * marks it as published under an ID, and is told that this can't be done.
 */
describe('a save is marked as published whose item can’t be read', () => {
  it.each([
    ['the control: it is damaged', (text: string) => text.slice(0, -20)],
    ['it is of a newer Foyer', () => JSON.stringify({ format: 999 })],
  ])('is linked whole, or not at all: %s', async (_name, spoilt) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    await made.outbox.close(0);
    const path = await itemPath(made);
    await writeFile(path, spoilt(await readFile(path, 'utf8')));
    const again = await nextRun(made);
    expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
    const isDone = await Promise.resolve(
      again.outbox.handlers.decide({ ...made.place, decision: 'published', templateId: 'found' }),
    ).then(
      () => true,
      () => false,
    );
    const { templateId } =
      (await again.document()).publications[publicationKey(made.connection)] ?? {};
    expect(templateId === 'found').toBe(isDone);
  });
});

/**
 * A save arrives, and the library's disk is full, so that its theme's file is told later: after a restart. Before that a
 * newer version is sent, and may have arrived. The person finds the newer one there, and says so.
 */
describe('a save is marked as published over one that was noted late', () => {
  async function publishedAs(isFull: boolean) {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    const { themeId } = made.place;
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: themeId, name: 'Second' });
    made.clock.pass(60_000);
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice, 2);
    await made.library.handlers.rename({ id: themeId, name: 'Third' });
    await made.publish();
    const full = isFull
      ? vi
          .spyOn(made.library, 'setPublication')
          .mockRejectedValue(new StorageError('full', 'themes/a.json'))
      : undefined;
    // The newer one waits as Foyer is quit.
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', status: 429, times: 1 });
    release();
    await made.settled();
    if (isFull) made.clock.pass(5_000);
    await made.settled();
    expect(await made.items()).toMatchObject([{ name: 'Third' }]);
    await made.outbox.close(0);
    full?.mockRestore();
    // By then the disk has room again.
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 2 });
    const again = await nextRun(made);
    await again.drained();
    expect(await again.items()).toMatchObject([{ name: 'Third', why: 'decision' }]);
    await again.outbox.handlers.decide({ ...again.place, decision: 'published' });
    await again.drained();
    const [publication] = Object.values((await again.document()).publications);
    const { relation, delivery } = (await again.shown()) ?? {};
    const there = made.practice.state().templates.map(({ name }) => name);
    return { noted: publication?.sent?.name, relation, delivery, there };
  }

  const expected = { noted: 'Third', relation: 'same', delivery: 'idle', there: ['Third'] };

  it('the control: the disk has room', async () => {
    expect(await publishedAs(false)).toEqual(expected);
  });

  it('the disk was full for a while', async () => {
    expect(await publishedAs(true)).toEqual(expected);
  });
});

/**
 * A save arrives, and the library's disk refuses to note it. Until it is noted, a person edits the theme:
 * what the service has is not what the theme is.
 */
describe('a theme that is edited before its save is noted', () => {
  it.each([
    ['the control: it is noted', false],
    ['it is not noted yet', true],
  ])('an edited theme is not called published: %s', async (_name, isRefused) => {
    const made = await outboxFixture();
    if (isRefused) {
      vi.spyOn(made.library, 'setPublication').mockRejectedValue(
        new StorageError('full', 'a.json'),
      );
    }
    await made.publish();
    await made.settled();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    expect(made.practice.state().templates).toMatchObject([{ name: 'Harbour' }]);
    const { relation = 'never', delivery = 'idle' } = (await made.shown()) ?? {};
    expect(statusWord(relation, delivery)).not.toBe('published');
  });
});
