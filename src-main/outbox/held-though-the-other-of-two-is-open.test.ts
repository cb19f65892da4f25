/**
 * Two connections to one workspace. “A refused token holds up only its own connection”: what was asked for through
 * both goes through the one to which something can be sent, also where that can be said only later.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function two(themes = 2) {
  const made = await outboxFixture({ themes });
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  const publish = (themeId: string | undefined, ...connectionIds: string[]) =>
    made.outbox.handlers.publish({ themeIds: [themeId ?? ''], connectionIds });
  return { made, publish };
}

it.each([[['c1', 'c2']], [['c2', 'c1']]])(
  'where one was refused before it was asked for through %o',
  async (order) => {
    const { made, publish } = await two();
    made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await publish(made.ids[0], 'c1');
    await made.drained();
    expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'tokenRefused' }]);
    await made.outbox.handlers.setPaused({ isPaused: true });
    await publish(made.ids[1], ...order);
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect((await made.items()).map(({ themeId }) => themeId)).toEqual([made.ids[0]]);
  },
);

it('where both were refused, and one is found to be open again by another theme', async () => {
  const { made, publish } = await two();
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 2 });
  await made.outbox.handlers.setPaused({ isPaused: true });
  await publish(made.ids[0], 'c1', 'c2');
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  const [held] = await made.items();
  expect(held?.why).toBe('tokenRefused');
  await publish(made.ids[1], held?.connectionId === 'c1' ? 'c2' : 'c1');
  await made.drained();
  expect(made.practice.state().templates).toHaveLength(2);
  expect(await made.items()).toEqual([]);
});

it('where the keychain of one was locked, the other was refused, and the keychain is opened', async () => {
  const { made, publish } = await two();
  const { token } = made;
  made.token = undefined;
  await made.outbox.handlers.setPaused({ isPaused: true });
  await publish(made.ids[0], 'c1', 'c2');
  await made.outbox.handlers.setPaused({ isPaused: false });
  // The token of the first that is tried can't be read.
  let isFirst = true;
  made.tokenFor = () => {
    const now = isFirst ? undefined : token;
    isFirst = false;
    return Promise.resolve(now);
  };
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
  // Now all of them can be read.
  made.outbox.connectionsChanged();
  await made.drained();
  expect(await made.items()).toEqual([]);
});
