/**
 * A theme waits as the service asked for time, and is moved to the bin meanwhile. It is not sent from there, so the
 * outbox doesn't go on naming a next try.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it('a theme in the bin has no next try', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '120' });
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ nextTryAt: expect.any(String) as string }]);

  await made.library.handlers.remove({ ids: [made.place.themeId] });
  await made.settled();
  const [item] = await made.items();
  expect(item?.why).toBe('themeMissing');
  expect(item?.nextTryAt).toBeUndefined();
});
