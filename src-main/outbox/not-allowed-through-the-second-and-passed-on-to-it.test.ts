/**
 * A theme is published through two connections to one workspace at once, and both tokens are not allowed it (403). A
 * person gives the first connection another token, which is mistyped (401), or has it lead elsewhere with another token: "Each
 * request remembers through which connections it was not allowed, so that none is asked twice with one token."
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function askedAgain(what: 'nothing' | 'mistyped' | 'elsewhere') {
  const made = await outboxFixture();
  const { outbox, practice } = made;
  const tokens: Record<string, string | undefined> = { c1: made.token, c2: made.token };
  made.tokenFor = (id) => Promise.resolve(tokens[id]);
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  practice.setBehaviour('saveThemeTemplate', { status: 403 });
  await outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
  await made.drained();
  // It goes through each of them at a new token there, and is not allowed that either.
  outbox.tokenReplaced('c2');
  await made.drained();
  outbox.tokenReplaced('c1');
  await made.drained();
  expect(practice.received()).toHaveLength(3);
  expect(await made.items()).toMatchObject([{ why: 'refused', connectionId: 'c1' }]);
  if (what === 'mistyped') {
    practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    outbox.tokenReplaced('c1');
    await made.settled();
    practice.setBehaviour('saveThemeTemplate', { status: 403 });
  } else if (what === 'elsewhere') {
    made.connections[0] = { ...made.connection, workspaceId: 'w2' };
    outbox.tokenReplaced('c1');
    outbox.connectionsChanged();
  }
  await made.drained();
  return practice.received().length - 3;
}

it.each([
  ['the control: nothing happens', 'nothing', 0],
  ['another token is mistyped', 'mistyped', 1],
  ['it leads elsewhere, with another token', 'elsewhere', 0],
] as const)('%s', async (_name, what, asked) => {
  expect(await askedAgain(what)).toBe(asked);
});
