/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." A theme
 * was backed up, published and unlinked. It is deleted, from the bin as well, and comes back from the backup. Published, it
 * makes another template, and the one that it was unlinked from is as it was left.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it is still in the bin', false],
  ['it was deleted from the bin as well', true],
] as const)('creates another one: %s', async (_name, isForGood) => {
  const made = await outboxFixture();
  const { clock, library, outbox, place, practice } = made;
  const { handlers } = library;
  const { themeId } = place;
  const backup = await library.withWaitingLinks(themeId);
  const at = clock.date().toISOString();
  clock.pass(60_000);
  await handlers.rename({ id: themeId, name: 'First' });
  await made.publish();
  await made.drained();
  await made.settled();
  await outbox.handlers.unlink(place);
  const { entries } = await handlers.remove({ ids: [themeId] });
  if (isForGood) await handlers.discard({ entries });
  await library.putBack(backup, 'keepBoth', at);
  await handlers.rename({ id: themeId, name: 'Second' });
  await made.publish();
  await made.drained();
  await made.settled();
  expect(practice.state().templates.map(({ name }) => name)).toEqual(['First', 'Second']);
});
