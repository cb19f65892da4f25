/**
 * A later save has left for a slow service when a person pauses the outbox and quits: its answer is not
 * waited for longer than three seconds. At the next start they cancel what waits, and take the theme back to
 * what was published before. By then the service may have, and has, the later version.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function cancelledAfterQuit(keepsClientIds: 'yes' | 'unknown'): Promise<OutboxFixture> {
  const made = await outboxFixture();
  await made.publish();
  await made.drained();
  Object.assign(made.connection, { keepsClientIds });
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Second' });
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice, 2);
  await made.outbox.handlers.setPaused({ isPaused: true });
  const closing = made.outbox.close(3_000);
  made.clock.pass(3_000);
  await closing;
  await made.library.flush();
  const again = await nextRun(made);
  expect(await again.items()).toHaveLength(1);
  await again.outbox.handlers.cancel({ only: again.place });
  await again.library.handlers.rename({ id: again.place.themeId, name: 'Harbour' });
  release();
  return again;
}

it('the control: where nobody knows whether the service keeps ids, a doubt is left', async () => {
  const again = await cancelledAfterQuit('unknown');
  expect(await again.items()).toMatchObject([{ why: 'decision', name: 'Second' }]);
  expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
});

it('where the service keeps ids, the version before is not said to be what the service has', async () => {
  const again = await cancelledAfterQuit('yes');
  // “Published: the service has exactly this version.”
  expect(await again.shown()).not.toMatchObject({ relation: 'same', delivery: 'idle' });
});
