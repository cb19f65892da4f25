/**
 * A first save may have arrived, and is sent again at a person's word: that is refused, and Foyer asks again, because a
 * word is "for one try". The theme is edited and published once more. As before the word, nothing of what is in doubt
 * may leave until the person decides: it would make a second template.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function publishedOnceMore(isSentAgain: boolean) {
  const made = await outboxFixture();
  const { practice, library, outbox, place } = made;
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  if (isSentAgain) {
    practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
    await outbox.handlers.decide({ ...place, decision: 'sendAgain' });
    await made.drained();
    practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  }
  expect(await made.items()).toMatchObject([
    { why: 'decision', isFirst: true, mayHaveArrived: true },
  ]);
  expect(practice.state().templates).toHaveLength(1);
  await library.handlers.rename({ id: place.themeId, name: 'Mended' });
  await made.publish();
  await made.drained();
  return made;
}

it('the control: before it is sent again', async () => {
  const made = await publishedOnceMore(false);
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  expect(made.practice.state().templates).toHaveLength(1);
});

it('after it was sent again, and refused', async () => {
  const made = await publishedOnceMore(true);
  expect(made.practice.state().templates).toHaveLength(1);
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
});
