/**
 * The token of one of two connections to a workspace is refused, and a theme waits for that. Another one was asked for
 * through both, and goes through the one whose token is fine. Tried at a person's word it goes through that one: of the
 * refused token, and of what waits for it, they said nothing ("a refused token holds everything of that connection").
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the other one was asked for through the open one alone', ['c1']],
  ['the other one was asked for through both', ['c1', 'c2']],
])('waits for its token: %s', async (_name, connectionIds) => {
  const made = await outboxFixture({ themes: 2 });
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  const [one = '', two = ''] = made.ids;
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await made.outbox.handlers.publish({ themeIds: [two], connectionIds: ['c2'] });
  await made.drained();
  made.practice.setBehaviour('saveThemeTemplate', { status: 503, times: 1 });
  await made.outbox.handlers.publish({ themeIds: [one], connectionIds });
  await made.settled();
  expect(await made.items()).toMatchObject([
    { name: 'Harbour 2', connectionId: 'c2', why: 'tokenRefused' },
    { name: 'Harbour', connectionId: 'c1', why: 'retry' },
  ]);
  const before = made.practice.received().length;
  await made.outbox.handlers.retry({ only: { themeId: one, connectionId: 'c1' } });
  await made.drained();
  const sent = made.practice
    .received()
    .slice(before)
    .map(({ body }) => (JSON.parse(body) as { name: string }).name);
  expect(sent).toEqual(['Harbour']);
});
