/**
 * A theme waits, as it was when it was published; it is edited since. Foyer starts from a slow disk, and *publish what
 * changed* is pressed while the outbox is still being read: "of what is on its way, or may have arrived, no more is sent
 * without a word about that one", and "A theme is sent as it was when you last published it".
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdState } from './testing/held-reading';
import { nextRun } from './testing/next-run';

it.each([
  ['the control: once the outbox was read', false],
  ['while the outbox is still being read', true],
])('what waits is left as it was asked for: %s', async (_name, isEarly) => {
  const first = await outboxFixture();
  const { themeId } = first.place;
  const rename = (name: string) => first.library.handlers.rename({ id: themeId, name });
  await first.publish();
  await first.drained();
  await first.outbox.handlers.setPaused({ isPaused: true });
  await rename('As it was published');
  await first.publish();
  await rename('Not ready yet');
  await first.outbox.close(1_000);
  await first.library.flush();

  const { goOn } = holdState();
  const again = await nextRun(first);
  if (!isEarly) {
    goOn();
    await again.settled();
  }
  const publishing = again.outbox.handlers.publishChanged({ connectionId: 'c1' });
  // The library is read long before.
  await again.library.handlers.list(undefined);
  await new Promise((next) => setImmediate(next));
  goOn();
  expect(await publishing).toMatchObject({ queued: 0 });
  expect(await again.items()).toMatchObject([{ why: 'paused', name: 'As it was published' }]);
});
