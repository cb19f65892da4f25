/**
 * Two connections lead to one workspace. Through the second a save was cut off, and it was cancelled: a doubt that asks.
 * The same is published through the first, whose token is refused: that has an entry of
 * its own, which waits for a token. “It isn’t there”, said of the doubt, takes out nothing that was published since.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([false, true])('edited between: %s', async (isEdited) => {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'Team' });
  const { library, outbox, practice, place } = made;
  const { themeId } = place;
  practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
  await arrived(practice);
  await outbox.handlers.cancel({ only: { themeId, connectionId: 'c2' } });
  await made.settled();
  if (isEdited) await library.handlers.rename({ id: themeId, name: 'Newer' });
  practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await made.settled();
  const items = await made.items();
  expect(items.find(({ connectionId }) => connectionId === 'c1')).toMatchObject({
    why: 'tokenRefused',
  });
  await outbox.handlers.decide({ themeId, connectionId: 'c2', decision: 'drop' });
  const left = await made.items();
  expect(left).toMatchObject([{ connectionId: 'c1', why: 'tokenRefused' }]);
});

it('leaves what is to go through another connection, which leads elsewhere by now', async () => {
  const made = await outboxFixture({ themes: 2 });
  const second = { ...made.connection, id: 'c2', label: 'Team' };
  made.connections.push(second);
  const { outbox, practice, place } = made;
  const { themeId } = place;
  practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await made.settled();
  practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await made.publish(made.ids[1] ?? '');
  await made.settled();
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2', 'c1'] });
  second.workspaceId = 'another-workspace';
  outbox.connectionsChanged();
  await made.settled();
  const elsewhere = { connectionId: 'c2', why: 'elsewhere' };
  const shown = async () => (await made.items()).filter((item) => item.themeId === themeId);
  const items = await shown();
  expect(items).toHaveLength(2);
  expect(items).toContainEqual(expect.objectContaining(elsewhere));
  expect(items).toContainEqual(expect.objectContaining({ connectionId: 'c1', why: 'decision' }));
  await outbox.handlers.decide({ ...place, decision: 'drop' });
  expect(await shown()).toMatchObject([elsewhere]);
});
