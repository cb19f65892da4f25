import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { DurableChanges, type DurableParts } from './durable-changes';
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
  const changes = new DurableChanges(
    parts as unknown as DurableParts<OutboxConnection>,
    () => undefined,
  );
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
