/** Billing in a folder that is thrown away, with a service that is played. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import type { BillingDraft } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import type { ServiceRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeEach } from 'vitest';
import { createBilling } from '../billing';
// Loaded when it is first wanted; the tests are not about that.
import '../return-listener';
import type { BillingOptions, BillingRoom, SendSubscription } from '../billing-options';

export const northwind = trialConnection('northwind');
export const draft: BillingDraft = {
  plan: 'PRO',
  isYearly: true,
  currency: 'eur',
  additionalChats: '2000',
  ownReturn: true,
  returnUrl: '',
};
export const elsewhere = { ...draft, ownReturn: false, returnUrl: 'https://example.com/back' };
export const at = { connectionId: 'northwind' };
export const accepted: Outcome = { kind: 'accepted', status: 200 };
export const checkoutUrl = 'https://pay.example/c/1';

/** A service that answers this to everything, and what it was sent. */
export function answering(body: unknown, outcome: Outcome = accepted) {
  const requests: ServiceRequest[] = [];
  const send: SendSubscription = (_connection, request, { activityId }) => {
    requests.push(request);
    const bodyText = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve({ activityId, outcome, body, bodyText, tookMs: 400 });
  };
  return { requests, send };
}

/** As the client does: what has to be written down first is, and what that throws keeps it back. */
const atItsTurn =
  (send: SendSubscription): SendSubscription =>
  async (connection, request, options) => {
    await options.beforeStart();
    return send(connection, request, options);
  };

/** Each test has a folder of its own, in which billing can be opened more than once. */
export function trialBilling() {
  let folder = '';
  const rooms: BillingRoom[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
  });
  afterEach(async () => {
    for (const room of rooms.splice(0)) await room.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(send: SendSubscription, change: Partial<BillingOptions> = {}) {
    const openedUrls: string[] = [];
    const returns: unknown[] = [];
    const warned: string[] = [];
    const room = await createBilling({
      folder,
      send: atItsTurn(send),
      connectionById: (id) => (id === 'northwind' ? northwind : undefined),
      openExternal: (url) => Promise.resolve(void openedUrls.push(url)),
      onReturn: (back) => returns.push(back),
      warn: (event) => warned.push(event),
      ...change,
    });
    rooms.push(room);
    return { ...room, openedUrls, returns, warned };
  }

  return { open, file: () => join(folder, 'billing.json') };
}

/** The problem that it ends with, if it does. */
export async function problemOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return undefined;
}

/** Reviews the form and sends it. */
export async function changeOnce(room: BillingRoom, form: BillingDraft = draft) {
  const { reviewId } = await room.handlers.review({ ...at, draft: form });
  return room.handlers.send({ reviewId });
}

/** Where the checkout is to return to. */
export function returnUrlOf(request: ServiceRequest | undefined): string {
  return (JSON.parse(request?.body ?? '{}') as { returnUrl: string }).returnUrl;
}
