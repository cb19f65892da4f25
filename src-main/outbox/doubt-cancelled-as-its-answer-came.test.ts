/**
 * A save may have arrived. Sent again, it is refused, and a person cancels it after the answer came and before that
 * is written down. What is left is the doubt about the earlier one: nothing may say of it that it was refused.
 */
import { expect, it } from 'vitest';
import { createNodeTransport } from '../service/node-transport';
import { outboxFixture } from './testing/fixture-outbox';

it.each([404, 401])('is not said to be refused with %i', async (status) => {
  let onAnswer = (): void => undefined;
  const inner = createNodeTransport();
  const transport = new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, given);
        if (name === 'close' || !(result instanceof Promise)) return result;
        return result.then((answer: unknown) => {
          onAnswer();
          return answer;
        });
      };
    },
  });
  const made = await outboxFixture({ transport });
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  made.practice.setBehaviour('saveThemeTemplate', { status });
  let cancelling: Promise<unknown> = Promise.resolve();
  onAnswer = () => {
    cancelling = Promise.resolve(made.outbox.handlers.cancel({ only: made.place }));
  };
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await made.drained();
  await cancelling;
  await made.settled();
  const items = await made.items();
  expect(items).toMatchObject([{ why: 'decision' }]);
  const said = status === 401 ? 'tokenRefused' : 'rejected';
  expect.soft(items[0]?.outcome?.kind).not.toBe(said);
  const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
  expect.soft(answers.map(({ result }) => result?.outcome.kind)).not.toContain(said);
});
