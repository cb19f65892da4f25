/**
 * A later save may have arrived, twice. The person edits the theme and publishes it all the same, and it is too large to
 * be sent at all. What was refused here is told with its reason (docs: “Foyer says what is in the way”): without it the
 * person is asked to decide again and again about what can never leave.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function tooLarge(isInDoubt: boolean) {
  const made = await outboxFixture();
  const { practice, library, place } = made;
  practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  if (isInDoubt) {
    await library.handlers.rename({ id: place.themeId, name: 'Second' });
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 2 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
  }
  const value = `.a{}/*${'x'.repeat(1024 * 1024)}*/`;
  await library.handlers.edit({ id: place.themeId, edits: [{ field: 'customCss', value }] });
  await made.publish();
  await made.drained();
  return made;
}

it.each([
  ['the control: without a doubt', false],
  ['with a doubt', true],
])('is said: %s', async (_name, isInDoubt) => {
  const made = await tooLarge(isInDoubt);
  expect(await made.items()).toMatchObject([{ problem: { code: 'bodyTooLarge' } }]);
});
