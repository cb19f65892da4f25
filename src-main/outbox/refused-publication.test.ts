import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { problemText } from '@shared/problem-text';
import { newTheme } from '@shared/theme/theme';
import { DurableChanges, type DurableParts } from './durable-changes';
import { emptyItem, type Item } from './outbox-item';
import { OutboxStore } from './outbox-store';
import type { OutboxConnection } from './outbox-types';
import { QueueProgress } from './queue-progress';
import { RuntimeStates } from './runtime-state';
import { FakeClock } from './testing/fake-clock';
import { outboxFixture } from './testing/fixture-outbox';

describe('a publication that the disk refuses', () => {
  const id = { themeId: 't', place: 'https://a.example/api/v1 w1' };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const request = (sequence: number) => ({
    ...{ name: 'Harbour', theme: newTheme(), connectionId: 'c1', at: '2026-01-02T03:04:05.000Z' },
    ...{ sequence, isRefused: false, duplicateAllowed: false },
  });

  it('takes a publication back that the disk refused, also where a try has changed it meanwhile', async () => {
    const clock = new FakeClock();
    // Nothing can be written there.
    const store = new OutboxStore('/dev/null/outbox', log, () => undefined);
    const runtime = new RuntimeStates(clock, () => 0.5);
    const progress = new QueueProgress(() => []);
    const states = { isRefusedForNow: false, isUnwritten: false };
    const parts = { clock, log, store, runtime, progress, states };
    const changes = new DurableChanges(parts as unknown as DurableParts<OutboxConnection>);
    await store.change(id, (now) => ({ ...now, request: request(1) })).catch(() => undefined);
    const committing = changes.commitRequest(id, () => request(2));
    // A try of the one before is taken back, and with it what it had said of the newest one.
    const takingBack = changes.keep(id, (now) => ({
      ...now,
      request: now.request && { ...now.request, duplicateAllowed: false },
    }));
    await expect(committing).rejects.toMatchObject({ name: 'StorageError' });
    await takingBack;
    expect(store.get(id)?.request?.sequence).toBe(1);
    changes.stop();
  });

  it('does not bring a publication back that was cancelled while it was being written', async () => {
    const writes: { resolve: () => void; reject: (error: Error) => void }[] = [];
    let item: Item = emptyItem(id);
    /** In memory at once; on the disk when the test says so. */
    const store = {
      get: () => item,
      async change(_id: unknown, how: (now: Item) => Item): Promise<void> {
        item = how(item);
        await new Promise<void>((resolve, reject) => writes.push({ resolve, reject }));
      },
    };
    const clock = new FakeClock();
    const runtime = new RuntimeStates(clock, () => 0.5);
    const states = { isRefusedForNow: false, isUnwritten: false };
    const progress = new QueueProgress(() => []);
    const changes = new DurableChanges({
      clock,
      log,
      store,
      runtime,
      progress,
      states,
    } as unknown as DurableParts<OutboxConnection>);
    const first = changes.commitRequest(id, () => request(1));
    const cancelled = changes.changeRequest(id, () => null);
    const second = changes.commitRequest(id, () => request(2));
    for (const write of writes.slice(0, 2)) write.resolve();
    await Promise.all([first, cancelled]);
    writes[2]?.reject(new Error('the disk is full'));
    await Promise.resolve();
    await vi.waitFor(() => expect(writes).toHaveLength(4));
    writes[3]?.resolve();
    await expect(second).rejects.toThrow('the disk is full');
    expect(item.request).toBeNull();
    changes.stop();
  });
});

/**
 * A theme waits to be tried again. A newer version of it is published, and the profile's disk, which is slow and full,
 * refuses that: the person is told. The one before waits as it did, and is sent when its time has come.
 */
describe('what waits behind a publication that the disk refused', () => {
  /** How many saves there were in the hour after. `isLate`: its time comes while the disk takes its time. */
  async function sentAfter(isLate: boolean): Promise<{ names: string[]; why: string[] }> {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, times: 1 });
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ name: 'Harbour', why: 'asked' }]);
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
    await made.library.saved(made.place.themeId);
    const well = realDisk.open;
    let refuse = (): void => undefined;
    const refused = new Promise<void>((done) => (refuse = done));
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    let isAsked = false;
    const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (path, ...how) => {
      if (isAsked || !path.startsWith(join(made.root, 'profile', 'outbox'))) {
        return well(path, ...how);
      }
      isAsked = true;
      await refused;
      throw full;
    });
    const published = made.outbox.handlers.publish({
      themeIds: [...made.ids],
      connectionIds: ['c1'],
    });
    while (!isAsked) await new Promise((next) => setImmediate(next));
    if (isLate) made.clock.pass(5_000);
    refuse();
    const { problems } = await published;
    expect(problems).toMatchObject([{ problem: { code: 'storageFull' } }]);
    disk.mockRestore();
    for (let minute = 0; minute < 60; minute += 1) {
      made.clock.pass(60_000);
      await made.settled();
    }
    const names = made.practice
      .received()
      .map(({ body }) => (JSON.parse(body) as { name: string }).name);
    return { names, why: (await made.items()).map(({ why }) => why) };
  }

  it('the control: it is refused before the time of the one before has come', async () => {
    expect(await sentAfter(false)).toEqual({ names: ['Harbour', 'Harbour'], why: [] });
  });

  it('the time of the one before comes while the disk is being asked', async () => {
    expect(await sentAfter(true)).toEqual({ names: ['Harbour', 'Harbour'], why: [] });
  });
});

/**
 * A person publishes while the disk of the profile is full. It is refused, and stays so (“a publication that the disk
 * refused isn’t sent after all”): what is said to follow.
 */
describe('what is said of a publication that a full disk refused', () => {
  /** What the studio says beside “… couldn’t be published to …”, and how often the theme arrives after all. */
  async function published(isFull: boolean): Promise<{ said: string; arrived: number }> {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    const well = realDisk.open;
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const disk = vi
      .spyOn(realDisk, 'open')
      .mockImplementation((path, ...how) =>
        isFull && path.startsWith(join(made.root, 'profile'))
          ? Promise.reject(full)
          : well(path, ...how),
      );
    const { problems } = await made.outbox.handlers.publish({
      themeIds: [...made.ids],
      connectionIds: ['c1'],
    });
    // The person frees some space, and waits.
    disk.mockRestore();
    for (let minute = 0; minute < 60; minute += 1) {
      made.clock.pass(60_000);
      await made.drained();
    }
    const said = problems.map(({ problem }) => Object.values(problemText(problem)).join(' '));
    return { said: said.join(' '), arrived: made.practice.received().length };
  }

  it('the control: on a disk with room it arrives, and nothing is said', async () => {
    expect(await published(false)).toEqual({ said: '', arrived: 1 });
  });

  it('where it does not arrive, it is not said that Foyer tries again by itself', async () => {
    const { said, arrived } = await published(true);
    expect(said).toContain('The disk is full');
    if (arrived === 0) expect(said).not.toContain('Foyer retries automatically.');
  });

  it('where an earlier save is in doubt, the refused publication is not said to wait for a decision', async () => {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    const to = { themeIds: [made.place.themeId], connectionIds: ['c1'] };
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const disk = vi.spyOn(realDisk, 'open').mockImplementation(() => Promise.reject(full));
    const refused = await made.outbox.handlers.publish(to);
    disk.mockRestore();
    expect(refused).toMatchObject({ queued: 0, problems: [{ connectionId: 'c1' }] });
    expect(refused.undecided).toBeUndefined();
    expect(await made.outbox.handlers.publish(to)).toMatchObject({
      queued: 1,
      undecided: [{ connectionId: 'c1' }],
    });
  });
});

/**
 * The disk refuses what a person publishes anew, while the version before waits. By their numbers the window tells what
 * was asked for since from what waits since before.
 */
describe('the number of a publication that the disk refused', () => {
  it('is greater than that of what waits, and less than that of what is published then', async () => {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    const [themeId = ''] = made.ids;
    const edited = async (css: string) => {
      const edits = [{ field: 'customCss' as const, value: css }];
      await made.library.handlers.edit({ id: themeId, edits, gesture: css });
      return made.outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    };
    const waiting = async () => (await made.items()).map(({ asked = 0 }) => asked);

    await made.outbox.handlers.setPaused({ isPaused: true });
    await edited('.b{}');
    const [before = NaN] = await waiting();

    const well = realDisk.open;
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const disk = vi
      .spyOn(realDisk, 'open')
      .mockImplementation((path, ...how) =>
        path.startsWith(join(made.root, 'profile')) ? Promise.reject(full) : well(path, ...how),
      );
    const { problems } = await edited('.c{}');
    disk.mockRestore();
    const [refused = NaN] = problems.map(({ asked = NaN }) => asked);
    expect(await waiting()).toEqual([before]);

    await edited('.d{}');
    const [since = NaN] = await waiting();
    expect(refused).toBeGreaterThan(before);
    expect(since).toBeGreaterThan(refused);

    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.settled();
    expect(made.answers.map(({ asked }) => asked)).toEqual([since]);
  });
});
