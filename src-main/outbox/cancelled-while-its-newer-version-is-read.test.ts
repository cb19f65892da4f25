/**
 * A theme waits to be published, and is published once more as it is now. While that is read from a slow
 * disk, a person takes the theme out of the queue.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

it.each([
  ['the control: with all', {}],
  ['alone', 'only'],
])('does not leave once it is cancelled: %s', async (_name, how) => {
  const made = await outboxFixture();
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  expect(await made.items()).toMatchObject([{ why: 'paused' }]);

  const { goOn, reading } = holdNextReading(made.library);
  const publishing = made.publish();
  await vi.waitFor(() => expect(reading).toHaveBeenCalled());
  await made.outbox.handlers.cancel(how === 'only' ? { only: made.place } : {});
  goOn();
  await publishing;
  expect(await made.items()).toEqual([]);
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  expect(made.practice.received()).toEqual([]);
});
