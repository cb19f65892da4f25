/**
 * Two connections lead to one workspace, and a theme is published to both. The first one's token doesn't allow it (403), so
 * its person replaces the second one's token, and that is refused (401). It is refused as before, through the first one. With
 * that one in use, the studio says still what the service answered there, as until then: without an answer it has no reason
 * for it, and no way to the token.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the second one’s token stays', false],
  ['the second one’s token is replaced, and refused', true],
])('the studio of the first connection has the reason: %s', async (_name, isReplaced) => {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  made.practice.setBehaviour('saveThemeTemplate', { status: 403, times: 1 });
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
  await made.drained();
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  if (isReplaced) made.outbox.tokenReplaced('c2');
  await made.drained();
  expect(made.practice.received()).toHaveLength(isReplaced ? 2 : 1);
  expect(await made.items()).toMatchObject([
    { connectionId: 'c1', why: 'refused', outcome: { status: 403 } },
  ]);
  const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
  const told = answers.map(({ connectionId, result }) => [connectionId, result?.outcome.kind]);
  expect(told).toContainEqual(['c1', 'rejected']);
});
