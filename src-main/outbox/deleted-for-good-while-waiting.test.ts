/**
 * A theme waits in the outbox and is moved to the bin, and then deleted there for good. What the outbox says of it:
 * `themeMissing` is “The theme isn’t in the library. Restore it, or cancel.”, and the tray counts it as waiting to
 * publish.
 */
import { expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** A theme in the bin whose turn has come, and the entry that it has there. */
async function inTheBin(): Promise<{ made: OutboxFixture; entry: string }> {
  const made = await outboxFixture();
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  const { entries } = await made.library.handlers.remove({ ids: [made.place.themeId] });
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.settled();
  return { made, entry: entries[0] ?? '' };
}

it('the control: of one in the bin, that it can be restored', async () => {
  const { made, entry } = await inTheBin();
  expect(await made.items()).toMatchObject([{ why: 'themeMissing' }]);
  await made.library.handlers.restore({ entries: [entry] });
  await made.drained();
  expect(made.practice.state().templates).toMatchObject([{ name: 'Harbour' }]);
});

it('of one that was deleted for good, not that it can be restored', async () => {
  const { made, entry } = await inTheBin();
  await made.library.handlers.discard({ entries: [entry] });
  await made.drained();
  const items = await made.items();
  expect(items.filter(({ why }) => why === 'themeMissing')).toEqual([]);
});
