/**
 * A person goes back from a checkout, whose page says that it was cancelled, and opens the same checkout again. The
 * computer has no browser that opens it (`noBrowser`): nothing was opened, and nothing can have been completed since.
 * What is known of the subscription, and of the return, is what it was.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
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

/** What is known after the checkout was cancelled, and opening it again was tried without a browser. */
async function knownAfter(triesAgain: boolean): Promise<Billing> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let hasBrowser = true;
  const room = await createBilling({
    ...{ folder, warn: () => undefined, onReturn: () => undefined },
    // As `openInBrowser` says it.
    async openExternal() {
      await Promise.resolve();
      if (!hasBrowser) throw new ProblemError({ code: 'noBrowser', host: 'pay.example' });
    },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    async send(_connection, _request, { activityId, beforeStart, onStart }) {
      await beforeStart();
      onStart();
      const outcome = { kind: 'accepted', status: 200 } as const;
      return { activityId, outcome, body, bodyText: JSON.stringify(body), tookMs: 1 };
    },
  });
  const { reviewId } = await room.handlers.review({ ...at, draft });
  const { activityId, input } = await room.handlers.send({ reviewId });
  await room.handlers.openCheckout({ activityId });
  await visit(`${input.returnUrl}?stripe=cancel`);
  hasBrowser = false;
  if (triesAgain) {
    await expect(room.handlers.openCheckout({ activityId })).rejects.toThrow('noBrowser');
  }
  const state = await room.handlers.state(at);
  await room.close();
  return state;
}

it('the control: cancelled and left at that', async () => {
  const { lastKnown, changes } = await knownAfter(false);
  expect(lastKnown).not.toHaveProperty('unconfirmed');
  expect(changes).toMatchObject([{ checkoutReturn: { state: 'back', says: 'cancelled' } }]);
});

it('that the page reported “cancelled” is still told', async () => {
  const { changes } = await knownAfter(true);
  expect(changes).toMatchObject([{ checkoutReturn: { state: 'back', says: 'cancelled' } }]);
});

it('and the plan of a checkout that didn’t open is not told as asked for and perhaps done', async () => {
  const { lastKnown } = await knownAfter(true);
  expect(lastKnown).not.toHaveProperty('unconfirmed');
});
