/**
 * A theme waits to be published from its own library, and a person opens a copy of that and publishes it there. Cancel
 * beside “Publishing” is said of what was just asked for, and not of what waits for the library that it was asked for in.
 */
import { cp } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { holdNextReading } from './testing/held-reading';

it('leaves what waits for the other library', async () => {
  const made = await copiedLibrary();
  const { library, outbox, place } = made;
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  const copy = made.folder('copy');
  await cp(made.own, copy, { recursive: true });
  await made.use(copy);
  const waiting = [{ connectionId: 'c1', why: 'otherLibrary', isOfOtherLibrary: true }];
  expect(await made.items()).toMatchObject(waiting);
  // In the copy nothing of it is under way.
  expect(outbox.deliveryOf(place.themeId, 'c1')).toBe('idle');
  const { goOn, reading } = holdNextReading(library);
  const { themeId } = place;
  const published = outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  await outbox.handlers.stop(place);
  goOn();
  await published;
  expect(await made.items()).toMatchObject(waiting);
});
