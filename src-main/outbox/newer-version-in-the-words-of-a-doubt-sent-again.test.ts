/**
 * A save may have arrived, and a newer version waits for the word about it. A person has it sent again: what goes is the
 * newer one, which was never tried. Nothing may say of it what came of a try.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: they say that it is not there', 'drop'],
  ['sent again', 'sendAgain'],
] as const)('is not said of it: %s', async (_name, decision) => {
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
