/**
 * A person with two libraries publishes from the one while publishing is paused, and quits with the other one open.
 * Foyer starts in that one, and they go back to the first.
 */
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

it('what waits for a library goes once that is open again, in whichever Foyer started', async () => {
  const first = await copiedLibrary();
  const { own, root, connections, place } = first;
  await first.outbox.handlers.setPaused({ isPaused: true });
  await first.publish();
  await first.useAnother();
  await first.library.flush();
  await first.outbox.close(1_000);
  first.library.close();
  const again = await outboxFixture({ root, connections, library: 'other' });
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.settled();
  await again.library.handlers.useFolder({ folder: own, move: false });
  await again.library.handlers.list(undefined);
  await again.drained();
  const { items } = await again.outbox.handlers.list(undefined);
  expect({
    items,
    arrived: first.practice.received().length,
    links: await first.linksIn(own),
    place: (await again.shown(place.themeId))?.relation,
  }).toEqual({ items: [], arrived: 1, links: 1, place: 'same' });
});
