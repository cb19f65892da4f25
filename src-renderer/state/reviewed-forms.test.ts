import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FieldReason, Problem } from '@shared/problem';
import { invalidField, ProblemError } from '@shared/problem-error';
import type { DomainRegistration, SubscriptionChange } from '@shared/sending';
import { createCustomDomainRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { type FakeMain, installFakeMain } from '../testing/fake-main';
import { report, reportUnsent } from '../ui/report';
import { reports } from '../ui/reports.svelte';
import { BillingForm } from './billing-form.svelte';
import { connections } from './connections.svelte';
import { DomainForm } from './domain-form.svelte';
import { PreviewForm } from './previews.svelte';

afterEach(() => connections.end());

const northwind = trialConnection('northwind', { label: 'Northwind' });

/** A review whose sending was refused before anything left: what can be put right is sent from it then. */
describe('a review whose sending was refused', () => {
  const name = 'chat.northwind.example';

  /**
   * Whether the review is still there to be sent, after it was refused for this reason.
   * @param typed what is typed while it is being sent
   */
  async function isKeptAfter(problem: Problem, typed = name): Promise<boolean> {
    let hasTyped = (): void => undefined;
    const isTyped = new Promise<void>((done) => (hasTyped = done));
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      domains: {
        state: () => ({
          ...{ revision: 1, connectionId: northwind.id, draft: name },
          ...{ registrations: [], checks: {}, notes: {} },
        }),
        review: () => ({
          ...{ reviewId: 'r1', ascii: name, unicode: name },
          request: createCustomDomainRequest(northwind, { name }),
          kind: 'subdomain',
        }),
        saveDraft: () => undefined,
        create: async () => {
          await isTyped;
          throw new ProblemError(problem);
        },
      },
    });
    await connections.start();
    const form = new DomainForm(northwind.id);
    const end = form.start();
    await expect.poll(() => form.draft).toBe(name);
    await form.makeReview();
    const isSent = form.send();
    form.edit(typed);
    // What is being sent stays on show.
    expect(form.review?.ascii).toBe(name);
    hasTyped();
    await isSent;
    end();
    expect(form.draft).toBe(typed);
    expect(form.problem).toEqual(problem);
    return form.review !== null;
  }

  it.each<Problem>([
    { code: 'tokenMissing', label: 'Northwind' },
    { code: 'tokenUnusable', label: 'Northwind' },
    { code: 'intentNotStored' },
  ])('is kept after $code', async (problem) => {
    expect(await isKeptAfter(problem)).toBe(true);
  });

  it('is used up where the form says something else by now', async () => {
    const problem: Problem = { code: 'intentNotStored' };
    expect(await isKeptAfter(problem, 'www.northwind.example')).toBe(false);
  });

  it('is used up where its connection is another now', async () => {
    expect(await isKeptAfter({ code: 'connectionChanged', label: 'Northwind' })).toBe(false);
  });
});

/** A form is reviewed, edited before main answers, and main then refuses what stood there before. */
describe('a refusal of what stood in the form before', () => {
  const draft = {
    ...({ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 'ten' } as const),
    ...{ ownReturn: true, returnUrl: '' },
  };
  let refuse: (error: Error) => void;
  const refusal = (field: string, reason: FieldReason) => invalidField(field, reason);

  beforeEach(async () => {
    const asked = () => new Promise<never>((_done, fail) => (refuse = fail));
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      billing: {
        state: () => ({
          ...{ revision: 1, connectionId: northwind.id, draft, lastKnown: null, changes: [] },
        }),
        saveDraft: () => undefined,
        review: asked,
      },
      domains: {
        state: () => ({
          ...{ revision: 1, connectionId: northwind.id, draft: 'northwind' },
          ...{ registrations: [], checks: {}, notes: {} },
        }),
        saveDraft: () => undefined,
        review: asked,
      },
    });
    await connections.start();
    return () => connections.end();
  });

  it('the control: what still stands there is refused', async () => {
    const form = new DomainForm(northwind.id);
    form.start();
    await expect.poll(() => form.draft).toBe('northwind');
    const reviewed = form.makeReview();
    await expect.poll(() => refuse).toBeTypeOf('function');
    refuse(refusal('name', 'notADomain'));
    expect(await reviewed).toBe(false);
    expect(form.errorOf('name')).toBeTruthy();
  });

  it('a name that was corrected meanwhile is not said to be refused', async () => {
    const form = new DomainForm(northwind.id);
    form.start();
    await expect.poll(() => form.draft).toBe('northwind');
    const reviewed = form.makeReview();
    form.edit('northwind.example.com');
    refuse(refusal('name', 'notADomain'));
    expect(await reviewed).toBe(false);
    expect(form.draft).toBe('northwind.example.com');
    expect(form.errorOf('name')).toBeUndefined();
  });

  it('nor a number in the billing form', async () => {
    const form = new BillingForm(northwind.id);
    form.start();
    await expect.poll(() => form.draft).toEqual(draft);
    const reviewed = form.makeReview();
    form.edit({ additionalChats: '10' });
    refuse(refusal('additionalChats', 'notANumber'));
    expect(await reviewed).toBe(false);
    expect(form.errorOf('additionalChats')).toBeUndefined();
  });
});

/** Why a form's request did not leave is told above the screen once the form was left. */
describe('a form is left while its request is being sent', () => {
  const name = 'chat.northwind.example';
  const fields = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
  let fail: (error: Error) => void;

  beforeEach(async () => {
    for (const { id } of reports.list) reports.dismiss(id);
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      previews: {
        list: () => ({ revision: 1, history: [], shortcuts: [], drafts: { northwind: fields } }),
        start: () => new Promise<never>((_done, refuse) => (fail = refuse)),
      },
      domains: {
        state: () => ({
          ...{ revision: 1, connectionId: northwind.id, draft: name },
          ...{ registrations: [], checks: {}, notes: {} },
        }),
        review: () => ({
          ...{ reviewId: 'r1', ascii: name, unicode: name, kind: 'subdomain' },
          request: createCustomDomainRequest(northwind, { name }),
        }),
        create: () => new Promise<DomainRegistration>((_done, refuse) => (fail = refuse)),
      },
    });
    await connections.start();
    return () => connections.end();
  });

  const told = () => reports.list.map(({ unsent }) => unsent);
  /** What was asked of the played main has been answered, and what follows from it done. */
  const answered = () => new Promise((done) => setTimeout(done));

  async function sendDomain() {
    const form = new DomainForm(northwind.id);
    const leave = form.start();
    await answered();
    await form.makeReview();
    return { leave, sent: form.send() };
  }

  async function sendPreview() {
    const form = new PreviewForm(northwind.id);
    const leave = form.start();
    await answered();
    return { leave, sent: form.send(() => Promise.resolve(true)) };
  }

  it.each([
    ['a domain', sendDomain, `The request to add ${name} to Northwind wasn’t sent`],
    ['a preview', sendPreview, 'The preview to +44 7700 900112 wasn’t sent'],
  ])(
    'of %s: by its form while that is there, and above the screen afterwards',
    async (_, send, words) => {
      const stayed = await send();
      fail(new ProblemError({ code: 'keychainLocked' }));
      await stayed.sent;
      expect(told()).toEqual([]);
      const left = await send();
      left.leave();
      fail(new ProblemError({ code: 'keychainLocked' }));
      await left.sent;
      expect(told()).toEqual([words]);
    },
  );

  it('it is not said that it did not leave where that is not known', () => {
    reportUnsent(new Error('a fault of our own'), 'The preview wasn’t sent');
    report(new Error('another fault'));
    expect(told()).toEqual([undefined, undefined]);
  });
});

/** What stands on the sheet stays there as it ends; what goes wrong with another is not said above it. */
describe('the result of what is on show', () => {
  const at = '2026-11-22T10:00:00.000Z';
  const sending: DomainRegistration = {
    ...{ activityId: 'd1', at, connectionId: northwind.id, outcome: null },
    input: { name: 'chat.northwind.example' },
  };
  const domains = { connectionId: northwind.id, draft: '', checks: {}, notes: {} };
  const change = (activityId: string): SubscriptionChange => ({
    ...{ activityId, at, connectionId: northwind.id, before: null, tookMs: 1 },
    input: {
      ...({ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 } as const),
      returnUrl: 'https://northwind.example/back',
    },
    outcome: { kind: 'accepted', status: 200 },
    answer: { checkoutUrl: 'https://pay.example/c' },
    checkout: { host: 'pay.example', canOpen: true },
    checkoutReturn: { state: 'elsewhere' },
  });
  const draft = {
    ...({ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: '0' } as const),
    ...{ ownReturn: true, returnUrl: '' },
  };

  let main: FakeMain;
  let refuse: (error: Error) => void;
  let end: () => void = () => undefined;
  beforeEach(async () => {
    main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      domains: { state: () => ({ ...domains, revision: 1, registrations: [sending] }) },
      billing: {
        state: () => ({
          ...{ revision: 1, connectionId: northwind.id, draft, lastKnown: null },
          changes: [change('newer'), change('older')],
        }),
        openCheckout: () => new Promise<never>((_done, fail) => (refuse = fail)),
      },
    });
    await connections.start();
  });
  afterEach(() => {
    end();
  });

  it('a name that was on its way as the screen was opened is still on show once it is answered', async () => {
    const form = new DomainForm(northwind.id);
    end = form.start();
    await expect.poll(() => form.shown?.activityId).toBe('d1');
    const outcome = { kind: 'rejected', status: 400 } as const;
    main.emit('domains.changed', {
      ...{ ...domains, revision: 2 },
      registrations: [{ ...sending, outcome }],
    });
    expect(form.snapshot?.revision).toBe(2);
    expect(form.shown).toMatchObject({ activityId: 'd1', outcome });
  });

  it('that a checkout was not opened is not said above another change', async () => {
    const form = new BillingForm(northwind.id);
    end = form.start();
    await expect.poll(() => form.shown?.activityId).toBe('newer');
    const opening = form.openCheckout('newer');
    form.show('older');
    refuse(new ProblemError({ code: 'addressNotOpened', host: 'pay.example' }));
    await opening;
    expect(form.shown?.activityId).toBe('older');
    expect(form.problem).toBeNull();
  });
});
