/**
 * The token was refused, publishing is paused, and the token is replaced, as the window asks for. What waits is then
 * paused, and nothing tells any more to replace the token. The same where the connection was corrected since: what
 * another address answered is not said of where it leads now.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function refused(status: number) {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
  await made.publish();
  await made.drained();
  await made.outbox.handlers.setPaused({ isPaused: true });
  const said = async () => ({
    items: (await made.items()).map(({ why, outcome }) => ({ why, last: outcome?.kind })),
    answers: (await made.outbox.handlers.answers({ themeId: made.place.themeId })).map(
      ({ result }) => result?.outcome.kind,
    ),
  });
  return { made, said };
}

it('the control: until then it is said', async () => {
  const { said } = await refused(401);
  expect(await said()).toEqual({
    items: [{ why: 'tokenRefused', last: 'tokenRefused' }],
    answers: ['tokenRefused'],
  });
});

it('with another token, nothing says that the token was refused', async () => {
  const { made, said } = await refused(401);
  made.outbox.tokenReplaced('c1');
  expect(await said()).toEqual({ items: [{ why: 'paused', last: undefined }], answers: [] });
});

it('where the connection leads elsewhere, nothing says what the place before answered', async () => {
  const { made, said } = await refused(401);
  made.connections[0] = { ...made.connection, workspaceId: 'w2' };
  made.outbox.tokenReplaced('c1');
  expect(await said()).toEqual({ items: [{ why: 'elsewhere', last: undefined }], answers: [] });
});
