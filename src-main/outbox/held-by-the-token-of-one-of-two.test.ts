/**
 * A theme is published through two connections to one workspace, each with a token of its own, and waits. The token
 * of the connection that was asked last is refused: the other one leads there as well, and was asked, too. “A refused
 * token holds up only its own connection.”
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function afterOneRefusal(order: string[]) {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: order });
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  return made;
}

it.each([[['c1', 'c2']], [['c2', 'c1']]])(
  'goes through the one whose token nobody refused: %o',
  async (order) => {
    const made = await afterOneRefusal(order);
    expect(made.practice.state().templates).toMatchObject([{ name: 'Harbour' }]);
    expect(await made.items()).toEqual([]);
  },
);
