/**
 * A save may have arrived; sent again, it is refused. A person mends the theme and publishes it anew, while the outbox
 * is paused: "what came of an earlier one is nothing of this one's", with a doubt as without.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: without a doubt', false],
  ['with a doubt', true],
])('is not said of the newer version: %s', async (_name, isInDoubt) => {
  const made = await outboxFixture();
  if (isInDoubt) {
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
  }
  made.practice.setBehaviour('saveThemeTemplate', { status: 404 });
  if (isInDoubt) await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  else await made.publish();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: isInDoubt ? 'decision' : 'refused' }]);
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Mended' });
  await made.publish();
  if (isInDoubt) {
    // The word about the doubt was for the try that was refused.
    expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Harbour' }]);
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  }
  const items = await made.items();
  expect(items).toMatchObject([{ why: 'paused', name: 'Mended' }]);
  expect(items[0]?.outcome?.kind).not.toBe('rejected');
});
