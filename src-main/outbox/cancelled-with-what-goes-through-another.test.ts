/**
 * Two connections lead to one workspace. A theme is being sent through the one, and a newer version is published through
 * the other: it waits there "for the connection you published it through last" (docs/guide.md). The outbox shows what is
 * being sent, by the name of the first connection. A person cancels that one. What they published through the other since
 * is nothing of that word, as it is nothing of the removal of that connection.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

async function newerThroughAnother() {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
  const { library, outbox, practice, place } = made;
  const { themeId } = place;
  practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await arrived(practice);
  await library.handlers.rename({ id: themeId, name: 'Newer' });
  const queued = await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
  expect(queued).toMatchObject({ queued: 1, cancelled: [], problems: [] });
  // All that is shown of either.
  expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'sending' }]);
  return made;
}

const sentLast = ({ practice }: Awaited<ReturnType<typeof newerThroughAnother>>) =>
  (JSON.parse(practice.received().at(-1)?.body ?? '{}') as { name?: string }).name;

it('the control: the first connection is removed', async () => {
  const made = await newerThroughAnother();
  made.connections.shift();
  made.outbox.connectionRemoved('c1');
  await made.drained();
  expect(sentLast(made)).toBe('Newer');
});

it('is sent through the other one', async () => {
  const made = await newerThroughAnother();
  await made.outbox.handlers.cancel({ only: made.place });
  await made.drained();
  expect(sentLast(made)).toBe('Newer');
});
