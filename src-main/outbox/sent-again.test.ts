import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { DurableChanges, type DurableParts } from './durable-changes';
import { emptyItem, type Item, type PublishRequest } from './outbox-item';
import type { OutboxConnection } from './outbox-types';
import { QueueProgress } from './queue-progress';
import { RuntimeStates } from './runtime-state';
import { FakeClock } from './testing/fake-clock';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';
import { cutItemShort, nextRun } from './testing/next-run';

/** *Send again* is a person's word about one doubt: it holds as long as that doubt, and no longer. */
describe('a person said that a save may be sent again', () => {
  /** Said while it can't go out: the outbox is paused, or its answer is awaited. */
  async function sentAgain(themes = 1) {
    const made = await outboxFixture({ themes });
    Object.assign(made.connection, { keepsClientIds: 'no' });
    made.practice.setBehaviour('all', { ids: 'own' });
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    expect(await made.items()).toMatchObject([{ why: 'paused' }]);
    return made;
  }

  it('and is not asked the same once more by a publication that comes while it waits', async () => {
    const made = await sentAgain();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.publish();
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.state().templates).toMatchObject([{ name: 'Port' }]);
  });

  it('nor by one that comes while it is under way, and nothing is made of it', async () => {
    const made = await sentAgain();
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '5', times: 1 });
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.setPaused({ isPaused: false });
    await arrived(made.practice, 2);
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.publish();
    release();
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.state().templates).toMatchObject([{ name: 'Port' }]);
  });

  it('but is asked about another doubt, which came of sending it again', async () => {
    const made = await sentAgain();
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.setPaused({ isPaused: false });
    await arrived(made.practice, 2);
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.publish();
    release();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
    expect(made.practice.received()).toHaveLength(2);
  });

  it('but is asked about that, too, when the newer one came while it stood in line', async () => {
    const made = await sentAgain(2);
    const [, two = ''] = made.ids;
    // Another first save holds the turn.
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.cancel({ only: made.place });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.publish(two);
    await arrived(made.practice, 2);
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    while (made.onces.length < 3) await new Promise((next) => setImmediate(next));
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.publish();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    release();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
    expect(made.practice.received()).toHaveLength(3);
  });

  it('and took it out under way: one that is published meanwhile is asked about', async () => {
    const made = await sentAgain(2);
    const [, two = ''] = made.ids;
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.cancel({ only: made.place });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.publish(two);
    await arrived(made.practice, 2);
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    while (made.onces.length < 3) await new Promise((next) => setImmediate(next));
    await made.outbox.handlers.cancel({ only: made.place });
    await made.publish();
    release();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 1 }]);
    expect(made.practice.received()).toHaveLength(2);
  });

  it('and then took it out: one that is published later is asked about', async () => {
    const made = await sentAgain();
    await made.outbox.handlers.cancel({ only: made.place });
    await made.publish();
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    expect(made.practice.received()).toHaveLength(1);
  });
});

/**
 * A person has a save in doubt sent again, and while that word is carried out (its theme is being read from a slow
 * disk) cancels everything: "Nothing waiting will be published", also what is not written down yet.
 */
describe('all is cancelled while a doubt is sent again', () => {
  async function inDoubt() {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    await made.outbox.close(0);
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    const folder = join(made.root, 'profile', 'outbox');
    const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.json'));
    const path = join(folder, name);
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, bytes.length - 20));
    const again = await nextRun(made);
    expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
    return { made, again };
  }

  it('the control: publishing that is cancelled while its theme is read does not leave', async () => {
    const made = await outboxFixture();
    const { goOn, reading } = holdNextReading(made.library);
    const publishing = made.publish();
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    await made.outbox.handlers.cancel({});
    goOn();
    await publishing;
    await made.drained();
    expect(made.practice.received()).toHaveLength(0);
  });

  it('is not sent', async () => {
    const { made, again } = await inDoubt();
    const { goOn, reading } = holdNextReading(again.library);
    const deciding = Promise.resolve(
      again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' }),
    ).catch(() => undefined);
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    await again.outbox.handlers.cancel({});
    goOn();
    await deciding;
    await again.drained();
    expect(made.practice.state().templates).toHaveLength(1);
    expect(made.practice.received()).toHaveLength(1);
  });
});

/**
 * A person has a save in doubt sent again, and quits while that word is carried out (its theme is being read from a
 * slow disk). "What a person asked for is written down first": it is found again at the next start.
 */
describe('Foyer is quit while a doubt is sent again', () => {
  /** Whether Foyer waits with its end for what is being read. */
  async function waitsFor(made: OutboxFixture, work: () => unknown): Promise<boolean> {
    const { goOn, reading } = holdNextReading(made.library);
    const done = Promise.resolve(work()).catch(() => undefined);
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    let isClosed = false;
    const closing = made.outbox.close(60_000).then(() => (isClosed = true));
    // Besides that nothing is left to be waited for.
    await made.settled();
    await new Promise((next) => setImmediate(next));
    const hasWaited = !isClosed;
    goOn();
    await done;
    await closing;
    return hasWaited;
  }

  it('the control: what is being queued is waited for', async () => {
    const made = await outboxFixture();
    expect(await waitsFor(made, () => made.publish())).toBe(true);
  });

  it('a word about a doubt is waited for, too', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    await made.outbox.close(0);
    await cutItemShort(made);
    const again = await nextRun(made);
    expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
    const decide = () => again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    expect(await waitsFor(again, decide)).toBe(true);
  });
});

/**
 * A first save may have arrived, and is sent again at a person's word: that is refused, and Foyer asks again, because a
 * word is "for one try". The theme is edited and published once more. As before the word, nothing of what is in doubt
 * may leave until the person decides: it would make a second template.
 */
describe('a newer version after what was sent again was refused', () => {
  async function publishedOnceMore(isSentAgain: boolean) {
    const made = await outboxFixture();
    const { practice, library, outbox, place } = made;
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    if (isSentAgain) {
      practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
      await outbox.handlers.decide({ ...place, decision: 'sendAgain' });
      await made.drained();
      practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    }
    expect(await made.items()).toMatchObject([
      { why: 'decision', isFirst: true, mayHaveArrived: true },
    ]);
    expect(practice.state().templates).toHaveLength(1);
    await library.handlers.rename({ id: place.themeId, name: 'Mended' });
    await made.publish();
    await made.drained();
    return made;
  }

  it('the control: before it is sent again', async () => {
    const made = await publishedOnceMore(false);
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    expect(made.practice.state().templates).toHaveLength(1);
  });

  it('after it was sent again, and refused', async () => {
    const made = await publishedOnceMore(true);
    expect(made.practice.state().templates).toHaveLength(1);
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  });
});

/**
 * A save may have arrived. The theme is edited and published anew, and while that is read from a slow disk the person
 * has the older save sent again, which arrives. "The file holds the newest wish"; _Send again_ is a word "about that
 * save, and not about what they published since": that is said to be queued, and is sent.
 */
describe('a newer version while the older one is sent again', () => {
  it.each([
    ['the control: it is queued before the older one has arrived', false],
    ['it is read when the older one has arrived', true],
  ])('%s', async (_name, isLate) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Harbour' }]);
    // What waits is cancelled; what may have arrived stays to be decided.
    await made.outbox.handlers.cancel({});
    expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Harbour' }]);
    made.practice.setBehaviour('saveThemeTemplate', {});
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
    const { goOn, reading } = holdNextReading(made.library);
    const publishing = made.outbox.handlers.publish({
      themeIds: [...made.ids],
      connectionIds: [made.connection.id],
    });
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    if (!isLate) {
      goOn();
      await publishing;
    }
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.drained();
    goOn();
    const undecided = isLate ? {} : { undecided: [made.place] };
    expect(await publishing).toEqual({ queued: 1, cancelled: [], problems: [], ...undecided });
    await made.drained();
    const names = made.practice
      .received()
      .map(({ body }) => (JSON.parse(body) as { name: string }).name);
    expect(names).toContain('Newer');
  });
});

/**
 * A person says that a save may be sent again, and publishes the theme once more before the disk has that
 * word. The newer request has it where the disk took it, and not where it refused it and the person was told so.
 */
describe('the disk takes, or refuses, the word that a save may be sent again', () => {
  const id = { themeId: 't', place: 'https://a.example/api/v1 w1' };
  const content = { name: 'Harbour', theme: newTheme() };
  const at = '2026-01-02T03:04:05.000Z';
  const request = (sequence: number): PublishRequest => ({
    ...{ ...content, connectionId: 'c1', at, sequence, isRefused: false, duplicateAllowed: false },
  });

  it.each([
    ['took it', true],
    ['refused it', false],
  ])('the disk %s', async (_name, isTaken) => {
    const unconfirmed = { ...content, templateId: 't', isFirst: true, tries: 1, at };
    let item: Item = { ...emptyItem(id), request: request(1), unconfirmed };
    let isFirstWrite = true;
    const store = {
      get: () => item,
      /** In memory at once; on the disk a moment later. */
      async change(_id: unknown, how: (now: Item) => Item): Promise<void> {
        item = how(item);
        const isRefused = isFirstWrite && !isTaken;
        isFirstWrite = false;
        await Promise.resolve();
        if (isRefused) throw new Error('the disk is full');
      },
    };
    const clock = new FakeClock();
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const runtime = new RuntimeStates(clock, () => 0.5);
    const states = { isRefusedForNow: false, isUnwritten: false };
    const progress = new QueueProgress(() => []);
    const parts = { clock, log, store, runtime, progress, states };
    const changes = new DurableChanges(parts as unknown as DurableParts<OutboxConnection>);
    const again = changes.commitRequest(
      id,
      (now) => now.request && { ...now.request, duplicateAllowed: true },
    );
    const newer = changes.commitRequest(id, () => request(2));
    const [word] = await Promise.allSettled([again, newer]);
    expect(word.status).toBe(isTaken ? 'fulfilled' : 'rejected');
    expect(item.request).toMatchObject({ sequence: 2, duplicateAllowed: isTaken });
  });
});
