/**
 * A service took additional chats as steps of its price table (Typebot, 2023 API), and confirmed step 2. It is a newer
 * one since, and the connection's service type is edited to the documented API, where the field is a number of chats.
 * What is known from then on, and what the form begins with, is not “2 chats”: the review would say of 2 chats “as
 * before”, and nobody has asked for 2 chats, or had them confirmed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@shared/connection';
import type { Billing, BillingDraft } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createBilling } from './billing';
// Loaded when it is first wanted; the test is not about that.
import './return-listener';

const inSteps = trialConnection('northwind', { preset: 'typebot-2023' });
const inChats: Connection = { ...inSteps, preset: 'documented' };
const at = { connectionId: inSteps.id };
const draft: BillingDraft = {
  ...{ plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: '2' },
  ...{ ownReturn: true, returnUrl: '' },
};
const body = { workspace: { id: inSteps.workspaceId, plan: 'PRO', additionalChatsIndex: 2 } };

/** What is known after step 2 was confirmed, of the connection as it is then. */
async function knownOf(then: Connection): Promise<Billing> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let connection = inSteps;
  const room = await createBilling({
    ...{ folder, warn: () => undefined, onReturn: () => undefined },
    openExternal: () => Promise.resolve(),
    connectionById: (id) => (id === connection.id ? connection : undefined),
    async send(_connection, _request, { activityId, beforeStart, onStart }) {
      await beforeStart();
      onStart();
      const outcome = { kind: 'accepted', status: 200 } as const;
      return { activityId, outcome, body, bodyText: JSON.stringify(body), tookMs: 1 };
    },
  });
  const { reviewId } = await room.handlers.review({ ...at, draft });
  await room.handlers.send({ reviewId });
  connection = then;
  const state = await room.handlers.state(at);
  await room.close();
  return state;
}

it('the control: where steps are asked for, step 2 is known', async () => {
  const { lastKnown } = await knownOf(inSteps);
  expect(lastKnown).toMatchObject({ plan: 'PRO', additionalChats: 2 });
});

it('where chats are asked for, it is not known as 2 chats', async () => {
  const { lastKnown } = await knownOf(inChats);
  expect(lastKnown).toMatchObject({ plan: 'PRO' });
  expect(lastKnown).not.toHaveProperty('additionalChats');
});
