/**
 * A checkout that returns to an address of the person’s own was put off, another plan was asked for and confirmed, and
 * then the older checkout, which Foyer still offers, is opened: it may be completed. What is known then.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BillingDraft, LastKnown } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createBilling } from './billing';
// Loaded when it is first wanted; the test is not about that.
import './return-listener';

const connection = trialConnection('northwind');
const at = { connectionId: connection.id };
const pro: BillingDraft = {
  ...{ plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: '0' },
  ...{ ownReturn: false, returnUrl: 'https://example.com/thanks' },
};
const answers = [
  { checkoutUrl: 'https://pay.example/1' },
  { workspace: { id: connection.workspaceId, plan: 'STARTER' } },
];

async function knownAfter(isOpened: boolean): Promise<LastKnown | null> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const left = [...answers];
  const opened: string[] = [];
  const open = () =>
    createBilling({
      ...{ folder, warn: () => undefined, onReturn: () => undefined },
      openExternal: (url) => Promise.resolve(void opened.push(url)),
      connectionById: (id) => (id === connection.id ? connection : undefined),
      async send(_connection, _request, { activityId, beforeStart }) {
        await beforeStart();
        const body = left.shift();
        const outcome = { kind: 'accepted', status: 200 } as const;
        return { activityId, outcome, body, bodyText: JSON.stringify(body), tookMs: 1 };
      },
    });
  const room = await open();
  const sent: string[] = [];
  for (const draft of [pro, { ...pro, plan: 'STARTER' as const }]) {
    const { reviewId } = await room.handlers.review({ ...at, draft });
    sent.push((await room.handlers.send({ reviewId })).activityId);
  }
  if (isOpened) await room.handlers.openCheckout({ activityId: sent[0] ?? '' });
  expect(opened).toEqual(isOpened ? ['https://pay.example/1'] : []);
  const { lastKnown } = await room.handlers.state(at);
  await room.close();
  const later = await open();
  // The disk has it too.
  expect((await later.handlers.state(at)).lastKnown).toEqual(lastKnown);
  await later.close();
  return lastKnown;
}

it('the control: not opened, what was confirmed last', async () => {
  const known = await knownAfter(false);
  expect(known).toMatchObject({ plan: 'STARTER' });
  expect(known?.unconfirmed?.plan).toBeUndefined();
});

it('opened, that its plan may be so by now', async () => {
  expect(await knownAfter(true)).toMatchObject({ plan: 'STARTER', unconfirmed: { plan: 'PRO' } });
});
