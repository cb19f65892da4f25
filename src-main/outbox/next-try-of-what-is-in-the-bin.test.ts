/**
 * A theme in the bin is not sent, so that the outbox names no next try of it, but says that it isn't in the library: also
 * where it was deleted while its save was on its way, and where Foyer was started anew since.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function asksToWait(): Promise<OutboxFixture> {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3000' });
  return made;
}

async function assertNoNextTry(made: OutboxFixture): Promise<void> {
  const [item] = await made.items();
  expect(item?.why).toBe('themeMissing');
  expect(item?.nextTryAt).toBeUndefined();
}

it('the control: deleted once the service had answered', async () => {
  const made = await asksToWait();
  await made.publish();
  await made.settled();
  await made.library.handlers.remove({ ids: [made.place.themeId] });
  await made.settled();
  await assertNoNextTry(made);
});

it('deleted while the service takes its time to answer', async () => {
  const made = await asksToWait();
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice, 1);
  await made.library.handlers.remove({ ids: [made.place.themeId] });
  release();
  await made.settled();
  await assertNoNextTry(made);
});

it('deleted, and Foyer is started anew', async () => {
  const made = await asksToWait();
  await made.publish();
  await made.settled();
  await made.library.handlers.remove({ ids: [made.place.themeId] });
  await made.settled();
  await made.outbox.close(0);
  await made.library.flush();
  made.library.close();
  const again = await nextRun(made);
  await again.library.handlers.list(undefined);
  await again.settled();
  await assertNoNextTry(again);
});

it('deleted, and its connection gets another token', async () => {
  const made = await asksToWait();
  await made.publish();
  await made.settled();
  await made.library.handlers.remove({ ids: [made.place.themeId] });
  made.outbox.tokenReplaced(made.place.connectionId);
  made.outbox.connectionsChanged();
  await made.settled();
  await assertNoNextTry(made);
});
