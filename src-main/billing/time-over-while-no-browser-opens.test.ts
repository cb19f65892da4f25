/**
 * A checkout is open, and Foyer listens for its return. A person opens it again; the computer takes a while to say that it
 * has no browser, and meanwhile the day for which Foyer listens is over. It listens no more, and doesn't say that it does.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import type { BillingDraft } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBilling } from './billing';
// Loaded when it is first wanted; the test is not about that.
import './return-listener';

const day = 24 * 60 * 60 * 1_000;
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

async function stateAfter(isRefused: boolean) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let isAgain = false;
  const room = await createBilling({
    ...{ folder, warn: () => undefined, onReturn: () => undefined },
    async openExternal() {
      if (!isAgain) return;
      vi.advanceTimersByTime(day);
      if (isRefused) throw new ProblemError({ code: 'noBrowser', host: 'pay.example' });
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
  const { activityId } = await room.handlers.send({ reviewId });
  await room.handlers.openCheckout({ activityId });
  const before = await room.handlers.state(at);
  expect(before.changes).toMatchObject([{ checkoutReturn: { state: 'listening' } }]);
  isAgain = true;
  const opening = Promise.resolve(room.handlers.openCheckout({ activityId }));
  if (isRefused) await expect(opening).rejects.toThrow('noBrowser');
  else await opening;
  const { changes } = await room.handlers.state(at);
  await room.close();
  return changes[0]?.checkoutReturn.state;
}

it('the control: the browser opens', async () => {
  expect(await stateAfter(false)).toBe('closed');
});

it('no browser opens', async () => {
  expect(await stateAfter(true)).toBe('closed');
});
