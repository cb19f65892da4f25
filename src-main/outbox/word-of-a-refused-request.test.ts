/**
 * A person says that a save may be sent again, and publishes the theme once more before the disk has that
 * word. The newer request has it where the disk took it, and not where it refused it and the person was told so.
 */
import { newTheme } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { DurableChanges, type DurableParts } from './durable-changes';
import { emptyItem, type Item, type PublishRequest } from './outbox-item';
import type { OutboxConnection } from './outbox-types';
import { QueueProgress } from './queue-progress';
import { RuntimeStates } from './runtime-state';
import { FakeClock } from './testing/fake-clock';

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
