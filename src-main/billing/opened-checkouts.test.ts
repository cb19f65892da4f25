/** Checkouts that are opened late, again or beside another change, and what is known of the subscription then. */
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { Billing, BillingDraft, LastKnown } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { createBilling } from './billing';
import type { SendSubscription } from './billing-options';
import {
  accepted,
  answering,
  at,
  changeOnce,
  checkoutUrl,
  draft,
  elsewhere,
  northwind,
  problemOf,
  trialBilling,
} from './testing/trial-billing';

const { open } = trialBilling();

const visit = (url: string) =>
  new Promise<void>((done, fail) => {
    get(url, (response) => response.resume().on('end', done)).on('error', fail);
  });

/**
 * A person goes back from a checkout, whose page then says that it was cancelled, and opens the same checkout again
 * from Foyer, which still offers it. This time it may be completed, and Foyer's one-time address is used up: nobody
 * will hear of it. What is known of the subscription then.
 */
describe('a checkout that is opened again', () => {
  const draft: BillingDraft = {
    ...{ plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: '0' },
    ...{ ownReturn: true, returnUrl: '' },
  };
  const body = {
    checkoutUrl: 'https://pay.example/1',
    workspace: { id: northwind.workspaceId, plan: 'FREE' },
  };

  /** What is known after the first visit to the checkout was cancelled, and it was opened so often since. */
  async function knownAfter(openedAgain: boolean): Promise<Billing> {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const opened: string[] = [];
    const room = await createBilling({
      ...{ folder, warn: () => undefined, onReturn: () => undefined },
      openExternal: (url) => Promise.resolve(void opened.push(url)),
      connectionById: (id) => (id === northwind.id ? northwind : undefined),
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
});

/**
 * A person opens a checkout again, and the computer has no browser that opens it (`noBrowser`): nothing was opened, and
 * nothing can have been completed since. What is known of the subscription, and of the return, is what it was.
 */
describe('a checkout that is opened again without a browser', () => {
  const day = 24 * 60 * 60 * 1_000;
  const body = { checkoutUrl, workspace: { id: northwind.workspaceId, plan: 'FREE' } };

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
});

/**
 * A checkout that returns to an address of the person’s own was put off, another plan was asked for and confirmed, and
 * then the older checkout, which Foyer still offers, is opened: it may be completed. What is known then.
 */
describe('an older checkout that is opened later', () => {
  const pro: BillingDraft = {
    ...{ plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: '0' },
    ...{ ownReturn: false, returnUrl: 'https://example.com/thanks' },
  };
  const answers = [
    { checkoutUrl: 'https://pay.example/1' },
    { workspace: { id: northwind.workspaceId, plan: 'STARTER' } },
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
        connectionById: (id) => (id === northwind.id ? northwind : undefined),
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
});

/**
 * A checkout was opened while another change was at its turn, which then did not leave: a proxy held it back until
 * it was signed in to, and the token was gone by then. A later change was confirmed by the service, plan and all.
 * The checkout is older than that, as it would be had nothing stood beside it.
 */
describe('a checkout that is opened beside a change that never left', () => {
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
});

/**
 * A person practises: they ask for another plan, and the practice service asks for a checkout. They remove the practice
 * connection and try it out again. The service is the one that ran all the while, so the change is listed as before, and
 * *Open checkout* beside it.
 */
describe('a checkout of a practice that was entered anew', () => {
  const practice = {
    ...{ baseAddress: 'http://127.0.0.1:4010/v1', workspaceId: 'practice-workspace' },
    isPractice: true,
  };
  const before = trialConnection('northwind', practice);
  const after = trialConnection('entered anew', practice);
  const checkoutUrl = 'http://127.0.0.1:4010/checkout/1';

  it.each([
    ['the control: it stayed', before],
    ['it was removed and entered anew', after],
  ])('a checkout that is offered can be opened: %s', async (_name, connection) => {
    let known = before;
    const room = await open(answering({ checkoutUrl }).send, {
      connectionById: (id) => (id === known.id ? known : undefined),
    });
    const { activityId } = await changeOnce(room);
    known = connection;
    const { changes } = await room.handlers.state({ connectionId: known.id });
    expect(changes).toMatchObject([{ activityId, checkout: { canOpen: true } }]);
    expect(await problemOf(() => room.handlers.openCheckout({ activityId }))).toBeUndefined();
    expect(room.openedUrls).toEqual([checkoutUrl]);
  });
});

/**
 * A person practises, and the practice service asks for a checkout. It keeps nothing beyond the end of Foyer, so at the next
 * start there is none; a real service still has its own.
 */
describe('a checkout after the next start', () => {
  it.each([
    ['the control: of a real service', false, 'https://pay.example/c/1', true],
    ['of the practice service', true, 'http://127.0.0.1:4010/checkout/1', false],
  ])('%s', async (_name, isPractice, checkoutUrl, isThere) => {
    const connection = trialConnection('northwind', { isPractice });
    const options = { connectionById: () => connection };
    const first = await open(answering({ checkoutUrl }).send, options);
    const { activityId, checkout } = await changeOnce(first);
    expect(checkout).toMatchObject({ canOpen: true });
    expect((await first.handlers.state(at)).changes).toMatchObject([
      { checkout: { canOpen: true } },
    ]);
    await first.close();

    const second = await open(answering({}).send, options);
    const [change] = (await second.handlers.state(at)).changes;
    expect(change?.checkout).toMatchObject(
      isThere ? { canOpen: true } : { canOpen: false, isForgotten: true },
    );
    const problem = await problemOf(() => second.handlers.openCheckout({ activityId }));
    expect(problem).toEqual(isThere ? undefined : { code: 'notFound', what: 'change' });
    expect(second.openedUrls).toEqual(isThere ? [checkoutUrl] : []);
  });
});
