/**
 * A person opens a checkout again, and the computer has no browser that opens it (`noBrowser`): nothing was opened, and
 * nothing can have been completed since. What is known of the subscription, and of the return, is what it was.
 */
import { get } from 'node:http';
import { ProblemError } from '@shared/problem-error';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  answering,
  at,
  checkoutUrl,
  draft,
  northwind,
  trialBilling,
} from './testing/trial-billing';

const { open } = trialBilling();
const day = 24 * 60 * 60 * 1_000;
const body = { checkoutUrl, workspace: { id: northwind.workspaceId, plan: 'FREE' } };

const visit = (url: string) =>
  new Promise<void>((done, fail) => {
    get(url, (response) => response.resume().on('end', done)).on('error', fail);
  });

/** A checkout that was opened once, and is opened again as `again` says. */
async function openedOnce(again: () => void) {
  let isAgain = false;
  const room = await open(answering(body).send, {
    // As `openInBrowser` says it.
    async openExternal() {
      await Promise.resolve();
      if (isAgain) again();
    },
  });
  const { reviewId } = await room.handlers.review({ ...at, draft });
  const { activityId, input } = await room.handlers.send({ reviewId });
  await room.handlers.openCheckout({ activityId });
  isAgain = true;
  const openAgain = async (): Promise<void> => room.handlers.openCheckout({ activityId });
  return { room, returnUrl: input.returnUrl, openAgain };
}

const noBrowser = (): never => {
  throw new ProblemError({ code: 'noBrowser', host: 'pay.example' });
};

it.each([
  ['the control: left at that', false],
  ['opened again', true],
])(
  'what the page reported, and the plan, of a cancelled one are told as before, %s',
  async (_, again) => {
    const { room, returnUrl, openAgain } = await openedOnce(noBrowser);
    await visit(`${returnUrl}?stripe=cancel`);
    if (again) await expect(openAgain()).rejects.toThrow('noBrowser');
    const { lastKnown, changes } = await room.handlers.state(at);
    expect(changes).toMatchObject([{ checkoutReturn: { state: 'back', says: 'cancelled' } }]);
    expect(lastKnown).not.toHaveProperty('unconfirmed');
  },
);

it.each([
  ['the control: the browser opens', () => undefined],
  ['no browser opens', noBrowser],
])(
  'Foyer doesn’t say that it listens where the day for it is over by then, %s',
  async (_, ends) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { room, openAgain } = await openedOnce(() => {
      vi.advanceTimersByTime(day);
      ends();
    });
    const before = await room.handlers.state(at);
    expect(before.changes).toMatchObject([{ checkoutReturn: { state: 'listening' } }]);
    const opening = openAgain();
    if (ends === noBrowser) await expect(opening).rejects.toThrow('noBrowser');
    else await opening;
    const { changes } = await room.handlers.state(at);
    expect(changes).toMatchObject([{ checkoutReturn: { state: 'closed' } }]);
  },
);
