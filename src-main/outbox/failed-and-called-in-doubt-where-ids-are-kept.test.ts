/**
 * A service keeps the ids that Foyer picks: "where ids are known to be kept nothing is asked". A later save wasn't
 * answered, was repeated unasked, and that was refused: it is refused, and there is nothing to decide. Mended, it is
 * published with what changed, as any that was refused.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the first try was refused', false],
  ['the first try was not answered', true],
])('is said to be refused, and goes with what changed: %s', async (_name, isUnanswered) => {
  const made = await outboxFixture();
  const { practice, library, outbox, place } = made;
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  await made.publish();
  await made.drained();
  await library.handlers.rename({ id: place.themeId, name: 'Second' });
  if (isUnanswered) {
    practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
  } else {
    practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
    await made.publish();
  }
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'refused' }]);
  // There is nothing that a person could say of it.
  const decided = outbox.handlers.decide({ ...place, decision: 'published' });
  await expect(Promise.resolve(decided)).rejects.toThrow('notFound');
  expect.soft(outbox.deliveryOf(place.themeId, place.connectionId)).toBe('refused');
  await library.handlers.rename({ id: place.themeId, name: 'Mended' });
  const { queued } = await outbox.handlers.publishChanged({ connectionId: place.connectionId });
  expect(queued).toBe(1);
});
