/**
 * A save may have arrived, and a person has to decide. They edit the theme and publish it anew, and say of the one before
 * that it isn't there, while a slow disk is still writing the theme. "What they published since is another matter": it is
 * sent, as where the disk was quick.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

/** A first save that was stopped once it had left. */
async function inDoubt(isCancelled: boolean) {
  const made = await outboxFixture(isCancelled ? {} : { timeLimitMs: 1_000 });
  const { outbox, practice, place } = made;
  practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
  await made.publish();
  await arrived(practice);
  if (isCancelled) await outbox.handlers.cancel({ only: place });
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
  return made;
}

it.each([
  ['a quick disk, it was cancelled', true, false],
  ['a quick disk, no answer came', false, false],
  ['a slow disk, it was cancelled', true, true],
  ['a slow disk, no answer came', false, true],
])('is sent: %s', async (_name, isCancelled, isSlow) => {
  const made = await inDoubt(isCancelled);
  const { library, outbox, practice, place } = made;
  const before = practice.received().length;
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  const { goOn, reading } = holdNextReading(library);
  if (!isSlow) goOn();
  const published = outbox.handlers.publish({
    themeIds: [place.themeId],
    connectionIds: [place.connectionId],
  });
  if (isSlow) await expect.poll(() => reading.mock.calls.length).toBe(1);
  else await published;
  // Its entry is there all the while, and says what it said before.
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  await outbox.handlers.decide({ ...place, decision: 'drop' });
  goOn();
  expect.soft(await published).toMatchObject({ queued: 1, cancelled: [], problems: [] });
  await made.drained();
  const sent = practice.received().slice(before);
  expect(sent.map(({ body }) => (JSON.parse(body) as { name: string }).name)).toEqual(['Newer']);
});
