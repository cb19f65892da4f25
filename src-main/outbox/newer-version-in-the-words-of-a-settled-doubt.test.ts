/**
 * A save may have arrived, and a newer version waits for the word about it. A person says that it isn't there (or
 * that it is). The newer version was never tried: nothing may say of it that its last try may have arrived.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each(['drop', 'published'] as const)('is not said of it after %s', async (decision) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  await made.publish();
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.outbox.handlers.decide({ ...made.place, decision });
  const items = await made.items();
  expect(items).toMatchObject([{ why: 'paused', name: 'Newer' }]);
  expect(items[0]?.outcome?.kind).toBe(undefined);
});
