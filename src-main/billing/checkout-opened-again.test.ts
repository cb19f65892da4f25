/**
 * A person goes back from a checkout, whose page then says that it was cancelled, and opens the same checkout again
 * from Foyer, which still offers it. This time it may be completed, and Foyer's one-time address is used up: nobody
 * will hear of it. What is known of the subscription then.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Billing, BillingDraft } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createBilling } from './billing';
// Loaded when it is first wanted; the test is not about that.
import './return-listener';

const connection = trialConnection('northwind');
const at = { connectionId: connection.id };
const draft: BillingDraft = {
  ...{ plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: '0' },
  ...{ ownReturn: true, returnUrl: '' },
};
const body = {
  checkoutUrl: 'https://pay.example/1',
  workspace: { id: connection.workspaceId, plan: 'FREE' },
};

const visit = (url: string) =>
  new Promise<void>((done, fail) => {
    get(url, (response) => response.resume().on('end', done)).on('error', fail);
  });

/** What is known after the first visit to the checkout was cancelled, and it was opened so often since. */
async function knownAfter(openedAgain: boolean): Promise<Billing> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const opened: string[] = [];
  const room = await createBilling({
    ...{ folder, warn: () => undefined, onReturn: () => undefined },
    openExternal: (url) => Promise.resolve(void opened.push(url)),
    connectionById: (id) => (id === connection.id ? connection : undefined),
    async send(_connection, _request, { activityId, beforeStart }) {
      await beforeStart();
      const outcome = { kind: 'accepted', status: 200 } as const;
      return { activityId, outcome, body, bodyText: JSON.stringify(body), tookMs: 1 };
    },
  });
  const { reviewId } = await room.handlers.review({ ...at, draft });
  const { activityId, input } = await room.handlers.send({ reviewId });
  await room.handlers.openCheckout({ activityId });
  await visit(`${input.returnUrl}?stripe=cancel`);
  if (openedAgain) await room.handlers.openCheckout({ activityId });
  expect(opened).toHaveLength(openedAgain ? 2 : 1);
  const state = await room.handlers.state(at);
  await room.close();
  return state;
}

it('the control: cancelled and left at that, nothing but what was answered', async () => {
  const { lastKnown, changes } = await knownAfter(false);
  expect(lastKnown).toMatchObject({ plan: 'FREE' });
  expect(lastKnown).not.toHaveProperty('unconfirmed');
  expect(changes).toMatchObject([{ checkoutReturn: { state: 'back', says: 'cancelled' } }]);
});

it('opened again, that what was asked for may be so by now', async () => {
  // Else the next review says “Free becomes Pro” and no word of it, and the result “The plan is still Free”.
  const { lastKnown, changes } = await knownAfter(true);
  expect(lastKnown).toMatchObject({ plan: 'FREE', unconfirmed: { plan: 'PRO' } });
  expect(changes).toMatchObject([{ checkoutReturn: { state: 'closed' } }]);
});
