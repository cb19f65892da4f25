/**
 * A later save may have arrived, more than once. Sent again at a person's word, it is refused. The theme is edited, and
 * *publish what changed* is for all: "of what is on its way, or may have arrived, no more is sent without a word about
 * that one", and a word is "for one try".
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function inDoubt() {
  const made = await outboxFixture();
  const { practice, library, outbox, place } = made;
  practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await library.handlers.rename({ id: place.themeId, name: 'Second' });
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 2 });
  await made.publish();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
  const changed = async () => {
    await library.handlers.rename({ id: place.themeId, name: 'Third' });
    const before = practice.received().length;
    await outbox.handlers.publishChanged({ connectionId: place.connectionId });
    await made.drained();
    return practice.received().length - before;
  };
  return { made, changed };
}

it('the control: before it is sent again', async () => {
  const { changed } = await inDoubt();
  expect(await changed()).toBe(0);
});

it('after it was sent again, and refused', async () => {
  const { made, changed } = await inDoubt();
  made.practice.setBehaviour('saveThemeTemplate', { status: 404, times: 1 });
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision', mayHaveArrived: true }]);
  expect(await changed()).toBe(0);
});
