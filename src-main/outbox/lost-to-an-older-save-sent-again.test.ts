/**
 * A save may have arrived. The theme is edited and published anew, and while that is read from a slow disk the person
 * has the older save sent again, which arrives. "The file holds the newest wish"; _Send again_ is a word "about that
 * save, and not about what they published since": that is said to be queued, and is sent.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

it.each([
  ['the control: it is queued before the older one has arrived', false],
  ['it is read when the older one has arrived', true],
])('%s', async (_name, isLate) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Harbour' }]);
  // What waits is cancelled; what may have arrived stays to be decided.
  await made.outbox.handlers.cancel({});
  expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Harbour' }]);
  made.practice.setBehaviour('saveThemeTemplate', {});
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  const { goOn, reading } = holdNextReading(made.library);
  const publishing = made.outbox.handlers.publish({
    themeIds: [...made.ids],
    connectionIds: [made.connection.id],
  });
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  if (!isLate) {
    goOn();
    await publishing;
  }
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await made.drained();
  goOn();
  const undecided = isLate ? {} : { undecided: [made.place] };
  expect(await publishing).toEqual({ queued: 1, cancelled: [], problems: [], ...undecided });
  await made.drained();
  const names = made.practice
    .received()
    .map(({ body }) => (JSON.parse(body) as { name: string }).name);
  expect(names).toContain('Newer');
});
