/**
 * Two connections to one workspace, each with a token of its own. The token of the second is refused. Of the first
 * one's token that says nothing: the studio, with the first in use, has the last answer as its title ("The token was
 * refused"), and nothing waits there to say more.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function answeredThroughSecond(status: number) {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
  await made.drained();
  const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
  return answers.map(({ connectionId, result }) => [connectionId, result?.outcome.kind]);
}

it('the control: what the workspace refused is said of both', async () => {
  expect(await answeredThroughSecond(400)).toEqual([
    ['c1', 'rejected'],
    ['c2', 'rejected'],
  ]);
});

it('a refused token is said of its own connection alone', async () => {
  const answers = await answeredThroughSecond(401);
  expect(answers).toContainEqual(['c2', 'tokenRefused']);
  expect(answers).not.toContainEqual(['c1', 'tokenRefused']);
});
