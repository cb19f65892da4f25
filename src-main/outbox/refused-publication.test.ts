import { expect, it, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { DurableChanges, type DurableParts } from './durable-changes';
import { emptyItem, type Item } from './outbox-item';
import { FakeClock } from './testing/fake-clock';
import { OutboxStore } from './outbox-store';
import type { OutboxConnection } from './outbox-types';
import { QueueProgress } from './queue-progress';
import { RuntimeStates } from './runtime-state';

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
