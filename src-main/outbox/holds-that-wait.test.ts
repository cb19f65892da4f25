/** Of which connections it is said that something waits for a token. */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it('does not say that a doubt goes out by itself when the token is replaced', async () => {
  const made = await outboxFixture({ themes: 2 });
  Object.assign(made.connection, { keepsClientIds: 'no' });
  const [doubtful = '', refused = ''] = made.ids;
  made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await made.publish(doubtful);
  await arrived(made.practice);
  await made.settled();
  expect(await made.items()).toMatchObject([{ themeId: doubtful, why: 'decision' }]);
  made.practice.setBehaviour('saveThemeTemplate', { status: 401 });
  await made.publish(refused);
  await made.settled();
  expect((await made.outbox.handlers.list(undefined)).holds).toMatchObject([
    { connectionId: made.connection.id, why: 'tokenRefused' },
  ]);
  // A person takes out the one that waits for the token: nothing waits for it any more.
  await made.outbox.handlers.cancel({
    only: { themeId: refused, connectionId: made.connection.id },
  });
  const { items, holds } = await made.outbox.handlers.list(undefined);
  expect(items).toMatchObject([{ themeId: doubtful, why: 'decision' }]);
  expect(holds).toEqual([]);
});
