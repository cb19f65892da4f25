/**
 * Foyer is killed after the theme's own file says that it arrived, and before the outbox has forgotten it.
 * Between the request and its answer the computer's clock may have been set back, and the library's drive
 * may be connected only after the next start.
 */
import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { killedBeforeForgotten, nextRun } from './testing/next-run';

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
