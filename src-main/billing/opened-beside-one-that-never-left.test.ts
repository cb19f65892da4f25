/**
 * A checkout was opened while another change was at its turn, which then did not leave: a proxy held it back until
 * it was signed in to, and the token was gone by then. A later change was confirmed by the service, plan and all.
 * The checkout is older than that, as it would be had nothing stood beside it.
 */
import { ProblemError } from '@shared/problem-error';
import { expect, it } from 'vitest';
import type { SendSubscription } from './billing-options';
import {
  accepted,
  at,
  changeOnce,
  checkoutUrl,
  elsewhere,
  trialBilling,
} from './testing/trial-billing';

const { open } = trialBilling();

async function knownAfter(openedWhen: 'before it' | 'beside it') {
  let openTheCheckout = (): Promise<unknown> => Promise.resolve();
  const send: SendSubscription = async (_connection, { body }, { activityId }) => {
    const { additionalChats } = JSON.parse(body) as { additionalChats: number };
    const answered = (answer: object) => ({
      ...{ activityId, outcome: accepted, body: answer, bodyText: '', tookMs: 400 },
    });
    if (additionalChats === 1) return answered({ checkoutUrl });
    if (additionalChats === 2) {
      // It is written down, and held back.
      if (openedWhen === 'beside it') await openTheCheckout();
      throw new ProblemError({ code: 'tokenMissing', label: 'Northwind' });
    }
    return answered({ workspace: { id: 'w1', plan: 'STARTER' } });
  };
  const room = await open(send);
  const form = (plan: 'PRO' | 'STARTER', chats: string) => ({
    ...{ ...elsewhere, plan, additionalChats: chats },
  });
  const { activityId } = await changeOnce(room, form('PRO', '1'));
  openTheCheckout = () => Promise.resolve(room.handlers.openCheckout({ activityId }));
  if (openedWhen === 'before it') await openTheCheckout();
  await changeOnce(room, form('STARTER', '2')).catch(() => undefined);
  const { changes } = await room.handlers.state(at);
  // What did not leave is in no list.
  expect(changes).toHaveLength(1);
  await changeOnce(room, form('STARTER', '3'));
  return (await room.handlers.state(at)).lastKnown;
}

it.each(['before it', 'beside it'] as const)(
  'a plan that was confirmed since is not in doubt by it, opened %s',
  async (openedWhen) => {
    const lastKnown = await knownAfter(openedWhen);
    expect(lastKnown).toMatchObject({ plan: 'STARTER' });
    expect(lastKnown?.unconfirmed?.plan).toBeUndefined();
  },
);
