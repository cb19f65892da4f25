/**
 * The token that the keychain gives has a character that can't be sent. The outbox says so, and "Enter it again in
 * Settings, under Connections." A person does: what waited for it is sent, as after any other token that was no good.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: one that was refused', 'another', 'tokenRefused'],
  ['the control: one that was missing', undefined, 'tokenMissing'],
  ['one that could not be sent', 'practice-token\nof-the-test', 'problem'],
])('what waited is sent once the token is entered again: %s', async (_name, noGood, why) => {
  const made = await outboxFixture({ themes: 2 });
  const { token: good } = made;
  made.token = noGood;
  await made.publish(...made.ids);
  await made.settled();
  const items = await made.items();
  expect(items).toMatchObject([{ why }, { why }]);
  if (why === 'problem') expect(items[0]?.problem?.code).toBe('tokenUnusable');
  made.token = good;
  made.connection.access = 1;
  made.outbox.tokenReplaced('c1');
  made.outbox.connectionsChanged();
  await made.drained();
  expect(await made.items()).toEqual([]);
  expect(made.practice.state().templates).toHaveLength(2);
});
