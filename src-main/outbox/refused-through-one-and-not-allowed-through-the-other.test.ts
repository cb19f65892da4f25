/**
 * A theme is published through two connections to one workspace at once. The token of the first is refused (401), and with
 * that of the second the service doesn't allow it (403). The person replaces the token of either: “replace the token, and the
 * rest is sent”, “If you replace the token, what was refused is sent again” (docs/guide.md). It goes through the one whose
 * token is another by now, at once or when it is tried again.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the second’s', 'c2'],
  ['the first’s', 'c1'],
])('a token is replaced: %s', async (_name, replaced) => {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  const tokens = new Map([
    ['c1', 'refused'],
    ['c2', 'not allowed'],
  ]);
  made.tokenFor = (id) => {
    const token = tokens.get(id);
    // As the service judges what it is shown.
    if (token === 'refused') made.practice.setBehaviour('saveThemeTemplate', { status: 401 });
    else if (token === 'not allowed')
      made.practice.setBehaviour('saveThemeTemplate', { status: 403 });
    else made.practice.setBehaviour('saveThemeTemplate', null);
    return Promise.resolve(made.token);
  };
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status: 403 } }]);
  tokens.set(replaced, 'good');
  made.outbox.tokenReplaced(replaced);
  made.outbox.connectionsChanged();
  await made.drained();
  await made.outbox.handlers.retry({});
  await made.drained();
  expect(made.practice.state().templates).toHaveLength(1);
  expect(await made.items()).toEqual([]);
});
