/**
 * Two connections lead to one workspace, and a theme that was published to both waits for their tokens. The connection
 * that was tried last is pointed elsewhere; the other one has its own entry, which says that its token was refused, and
 * can be tried again: it may have got its rights since. *Try all now* tries what each entry with such a button shows.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function oneLeadsElsewhere() {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'Team' });
  const { outbox, practice, place } = made;
  const { themeId } = place;
  practice.setBehaviour('saveThemeTemplate', { status: 401, times: 2 });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1', 'c2'] });
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }, { why: 'tokenRefused' }]);
  // It leads to another workspace of the same service, with the token that it has.
  const last = made.connections.find(({ id }) => id === 'c2');
  Object.assign(last ?? {}, { workspaceId: 'another-workspace' });
  outbox.connectionsChanged();
  await made.settled();
  const items = (await made.items()).map(({ connectionId, why }) => ({ connectionId, why }));
  return { made, items };
}

it.each([
  ['its own entry', { only: 'c1' }],
  ['all', {}],
])('is tried now, by %s', async (_name, { only }: { only?: string }) => {
  const { made, items } = await oneLeadsElsewhere();
  const { outbox, practice, place } = made;
  expect(items.find(({ connectionId }) => connectionId === 'c1')).toEqual({
    connectionId: 'c1',
    why: 'tokenRefused',
  });
  await outbox.handlers.retry(only ? { only: { ...place, connectionId: only } } : {});
  await made.settled();
  expect(practice.state().templates).toHaveLength(1);
  expect(await made.items()).toEqual([]);
});
