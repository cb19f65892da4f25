/**
 * A person practises, and the practice service asks for a checkout. It keeps nothing beyond the end of Foyer, so at the next
 * start there is none; a real service still has its own.
 */
import { trialConnection } from '@shared/trial-connection';
import { expect, it } from 'vitest';
import { answering, at, changeOnce, problemOf, trialBilling } from './testing/trial-billing';

const { open } = trialBilling();

it.each([
  ['the control: of a real service', false, 'https://pay.example/c/1', true],
  ['of the practice service', true, 'http://127.0.0.1:4010/checkout/1', false],
])('%s', async (_name, isPractice, checkoutUrl, isThere) => {
  const connection = trialConnection('northwind', { isPractice });
  const options = { connectionById: () => connection };
  const first = await open(answering({ checkoutUrl }).send, options);
  const { activityId, checkout } = await changeOnce(first);
  expect(checkout).toMatchObject({ canOpen: true });
  expect((await first.handlers.state(at)).changes).toMatchObject([{ checkout: { canOpen: true } }]);
  await first.close();

  const second = await open(answering({}).send, options);
  const [change] = (await second.handlers.state(at)).changes;
  expect(change?.checkout).toMatchObject(
    isThere ? { canOpen: true } : { canOpen: false, isForgotten: true },
  );
  const problem = await problemOf(() => second.handlers.openCheckout({ activityId }));
  expect(problem).toEqual(isThere ? undefined : { code: 'notFound', what: 'change' });
  expect(second.openedUrls).toEqual(isThere ? [checkoutUrl] : []);
});
