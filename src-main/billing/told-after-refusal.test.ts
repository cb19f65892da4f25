/** What the windows were told last of a change that did not leave. */
import { mkdtemp, rm } from 'node:fs/promises';
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
const draft: BillingDraft = {
  ...{ plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: '2000' },
  ...{ ownReturn: false, returnUrl: 'https://example.com/back' },
};

it('is not that it waits to be sent, once its token was found to be missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const room = await createBilling({
    ...{ folder, warn: () => undefined, onReturn: () => undefined },
    openExternal: () => Promise.resolve(),
    send: () => Promise.reject(new ProblemError({ code: 'tokenMissing', label: 'Northwind' })),
    connectionById: (id) => (id === connection.id ? connection : undefined),
  });
  const told: Billing[] = [];
  room.onChange((billing) => told.push(billing));
  const at = { connectionId: connection.id };
  const { reviewId } = await room.handlers.review({ ...at, draft });
  await expect(room.handlers.send({ reviewId })).rejects.toMatchObject({
    problem: { code: 'tokenMissing' },
  });
  // Everything that comes by itself has come.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { changes } = await room.handlers.state(at);
  await room.close();
  expect(changes).toEqual([]);
  expect(told.at(-1)?.changes).toEqual([]);
});
