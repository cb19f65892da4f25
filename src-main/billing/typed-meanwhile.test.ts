/** What is typed while a change of the subscription stands in line. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BillingDraft } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createBilling } from './billing';
import type { SendSubscription } from './billing-options';
// Loaded when it is first wanted; the test is not about that.
import './return-listener';

const connection = trialConnection('northwind');
const at = { connectionId: connection.id };
const draft: BillingDraft = {
  ...{ plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: '2000' },
  ...{ ownReturn: false, returnUrl: 'https://example.com/back' },
};

it('stays in the form when the change leaves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let isItsTurn = (): void => undefined;
  const turn = new Promise<void>((resolve) => (isItsTurn = resolve));
  let isHandedOver = false;
  const send: SendSubscription = async (_connection, _request, options) => {
    isHandedOver = true;
    await turn;
    await options.beforeStart();
    options.onStart();
    return {
      ...{ activityId: options.activityId, outcome: { kind: 'accepted', status: 200 } },
      ...{ body: { workspace: { plan: 'PRO' } }, bodyText: '{}', tookMs: 1 },
    };
  };
  const room = await createBilling({
    ...{ folder, send, warn: () => undefined, onReturn: () => undefined },
    openExternal: () => Promise.resolve(),
    connectionById: (id) => (id === connection.id ? connection : undefined),
  });
  await room.handlers.saveDraft({ ...at, draft });
  const { reviewId } = await room.handlers.review({ ...at, draft });
  const sent = Promise.resolve(room.handlers.send({ reviewId }));
  await expect.poll(() => isHandedOver).toBe(true);
  // A person leaves the screen, comes back, and thinks better of it.
  await room.handlers.saveDraft({ ...at, draft: { ...draft, plan: 'STARTER' } });
  isItsTurn();
  await sent;
  const state = await room.handlers.state(at);
  await room.close();
  expect(state.draft.plan).toBe('STARTER');
});
