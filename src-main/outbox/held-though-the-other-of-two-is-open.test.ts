/**
 * Two connections to one workspace. “A refused token holds up only its own connection”: what is published through
 * both goes through the one to which something can be sent.
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
