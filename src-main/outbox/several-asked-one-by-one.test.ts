/**
 * A later save may have arrived at a second workspace, where its template may have been deleted, and a person is
 * asked. Then the theme is published to both workspaces: handed over together, they are no word about the save in
 * doubt, which is asked about still; handed over one after the other, each is such a word, and the save goes again.
 * That the library and the studio hand them over together is shown in
 * src-renderer/screens/studio/publish-to-several-in-doubt.test.ts.
 */
import { expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** The theme is in doubt at the workspace `w2` alone. */
async function inDoubt(): Promise<OutboxFixture> {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'Kestrel', workspaceId: 'w2' });
  made.practice.setBehaviour('all', { ids: 'own' });
  await publish(made, ['c1']);
  await publish(made, ['c2']);
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Second' });
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing' });
  await publish(made, ['c2']);
  expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'decision' }]);
  made.practice.setBehaviour('saveThemeTemplate', null);
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Third' });
  return made;
}

async function publish(made: OutboxFixture, connectionIds: string[]): Promise<void> {
  await made.outbox.handlers.publish({ themeIds: [made.place.themeId], connectionIds });
  await made.drained();
}

const sentToSecond = (made: OutboxFixture) =>
  made.practice.received().filter(({ body }) => body.includes('"w2"')).length;

it('handed over together, it asks still', async () => {
  const made = await inDoubt();
  const before = sentToSecond(made);
  await publish(made, ['c1', 'c2']);
  expect(sentToSecond(made)).toBe(before);
  expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'decision' }]);
});

it('handed over one after the other, it goes again', async () => {
  const made = await inDoubt();
  const before = sentToSecond(made);
  await publish(made, ['c1']);
  await publish(made, ['c2']);
  expect(sentToSecond(made)).toBe(before + 1);
});
