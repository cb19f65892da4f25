/**
 * A theme is published to two workspaces of one service (docs/guide.md, Several workspaces), which keeps the
 * ids that clients pick, as the practice service does. The address of a save names no workspace.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function publishedToBoth(ids: 'client' | 'own') {
  const made = await outboxFixture();
  if (ids === 'own') made.practice.setBehaviour('saveThemeTemplate', { ids });
  made.connections.push({ ...made.connection, id: 'c2', label: 'Second', workspaceId: 'w2' });
  await made.outbox.handlers.publish({
    themeIds: [made.place.themeId],
    connectionIds: ['c1', 'c2'],
  });
  await made.drained();
  const { themes } = await made.library.handlers.list(undefined);
  // What the window says.
  expect(themes[0]?.places.map(({ connectionId, relation }) => [connectionId, relation])).toEqual([
    ['c1', 'same'],
    ['c2', 'same'],
  ]);
  // What the service has.
  const { templates } = made.practice.state();
  return templates.map(({ workspaceId }) => workspaceId).sort();
}

it('the control: where the service gives ids of its own, both have it', async () => {
  expect(await publishedToBoth('own')).toEqual(['w1', 'w2']);
});

it('where it keeps the ids that it is sent, the second does not take the template of the first', async () => {
  expect(await publishedToBoth('client')).toEqual(['w1', 'w2']);
});
