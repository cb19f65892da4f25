/**
 * What waits for where a connection led before makes room for what is published through it since, to where it leads now:
 * the outbox asks no more about the older one. So it is, too, where the newer one is published through another
 * connection to that workspace at the same time.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function pointedElsewhere() {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  const second = { ...made.connection, id: 'c2', label: 'Team', workspaceId: 'another-workspace' };
  made.connections.push(second);
  const { library, outbox, place } = made;
  const { themeId } = place;
  await outbox.handlers.setPaused({ isPaused: true });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
  const lead = async (workspaceId: string) => {
    Object.assign(second, { workspaceId });
    outbox.connectionsChanged();
    await made.settled();
  };
  await lead(made.connection.workspaceId);
  expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'elsewhere' }]);
  await library.handlers.rename({ id: themeId, name: 'Newer' });
  return { made, lead };
}

it.each([[['c2']], [['c1', 'c2']], [['c2', 'c1']]])('published to %s', async (connectionIds) => {
  const { made, lead } = await pointedElsewhere();
  const { outbox, practice, place } = made;
  const queued = await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds });
  expect(queued).toMatchObject({ cancelled: [], problems: [] });
  expect
    .soft((await made.items()).map(({ why, name }) => ({ why, name })))
    .toEqual([{ why: 'paused', name: 'Newer' }]);
  await outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  // Pointed back, nothing of before is sent there.
  await lead('another-workspace');
  await made.drained();
  const sent = practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);
  expect(sent).toEqual(['Newer']);
});
