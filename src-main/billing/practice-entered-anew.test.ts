/**
 * A person practises: they ask for another plan, and the practice service asks for a checkout. They remove the practice
 * connection and try it out again. The service is the one that ran all the while, so the change is listed as before, and
 * *Open checkout* beside it.
 */
import { trialConnection } from '@shared/trial-connection';
import { expect, it } from 'vitest';
import { answering, changeOnce, problemOf, trialBilling } from './testing/trial-billing';

const { open } = trialBilling();
const practice = {
  ...{ baseAddress: 'http://127.0.0.1:4010/v1', workspaceId: 'practice-workspace' },
  isPractice: true,
};
const before = trialConnection('northwind', practice);
const after = trialConnection('entered anew', practice);
const checkoutUrl = 'http://127.0.0.1:4010/checkout/1';

it.each([
  ['the control: it stayed', before],
  ['it was removed and entered anew', after],
])('a checkout that is offered can be opened: %s', async (_name, connection) => {
  let known = before;
  const room = await open(answering({ checkoutUrl }).send, {
    connectionById: (id) => (id === known.id ? known : undefined),
  });
  const { activityId } = await changeOnce(room);
  known = connection;
  const { changes } = await room.handlers.state({ connectionId: known.id });
  expect(changes).toMatchObject([{ activityId, checkout: { canOpen: true } }]);
  expect(await problemOf(() => room.handlers.openCheckout({ activityId }))).toBeUndefined();
  expect(room.openedUrls).toEqual([checkoutUrl]);
});
