/**
 * A theme is being sent, and a mended version of it is published meanwhile; the outbox is paused. The service refuses the
 * one before: "what came of an earlier one is nothing of this one's".
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it is refused before the newer one is published', false],
  ['it is refused after the newer one was published', true],
])('is not said of the newer version: %s', async (_name, isLate) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status: 404 });
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice);
  if (!isLate) {
    release();
    await made.settled();
  }
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Mended' });
  await made.publish();
  release();
  await made.settled();
  const items = await made.items();
  expect(items).toMatchObject([{ why: 'paused', name: 'Mended' }]);
  expect(items[0]?.outcome?.kind).not.toBe('rejected');
});
