/**
 * A theme is published through two connections to one workspace. The token of one is refused, and it is passed on to
 * the other, which waits. Nobody refused the other's token, and after the first one's is replaced nobody's is.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

async function passedOn() {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  const release = made.practice.holdAnswers();
  await made.outbox.handlers.setPaused({ isPaused: false });
  await arrived(made.practice);
  await made.outbox.handlers.setPaused({ isPaused: true });
  release();
  await made.settled();
  const said = async () => ({
    items: (await made.items()).map(({ why, connectionId, outcome }) => ({
      why,
      connectionId,
      last: outcome?.kind,
    })),
    answers: (await made.outbox.handlers.answers({ themeId: made.place.themeId })).map(
      ({ connectionId, result }) => [connectionId, result?.outcome.kind],
    ),
  });
  return { made, said };
}

it('is not said of the connection that it was passed on to', async () => {
  const { said } = await passedOn();
  const { items, answers } = await said();
  expect(items).toMatchObject([{ why: 'paused', connectionId: 'c1' }]);
  expect.soft(items[0]?.last).not.toBe('tokenRefused');
  expect.soft(answers).not.toContainEqual(['c1', 'tokenRefused']);
});

it('is not said after the refused token was replaced', async () => {
  const { made, said } = await passedOn();
  made.outbox.tokenReplaced('c2');
  const { items, answers } = await said();
  expect.soft(items.map(({ last }) => last)).toEqual([undefined]);
  expect.soft(answers).toEqual([]);
});
