import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { m } from '@shared/messages/messages';
import type { CheckoutReturn, SubscriptionChange } from '@shared/sending';
import type { Workspace } from '@shared/service/answers';
import Result from './Result.svelte';
import { differenceLines, resultText } from './billing-text';

afterEach(cleanup);

/** What an answer is said to tell of the plan, once the checkout that it asked for may be over. */
describe('what an answer tells of the plan, once its checkout may be over', () => {
  const at = '2026-01-02T10:05:00.000Z';
  const change = (checkoutReturn: CheckoutReturn): SubscriptionChange => ({
    ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
    input: {
      ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
      returnUrl: 'http://127.0.0.1:1/back/x',
    },
    ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
    answer: { checkoutUrl: 'https://pay.example/1', workspace: { id: 'w1', plan: 'FREE' } },
    checkoutReturn,
  });

  it('the control: it still is, while the person has not come back', () => {
    expect(resultText(change({ state: 'listening', until: at }), true)).toMatch(/still/u);
  });

  it.each<[string, CheckoutReturn]>([
    ['the page that came back does not say how it ended', { state: 'back', says: 'unclear', at }],
    ['Foyer was not there to be come back to', { state: 'closed' }],
    ['it returned to an address of the person’s own', { state: 'elsewhere' }],
  ])('is not that it is still the old one: %s', (_name, checkoutReturn) => {
    expect(resultText(change(checkoutReturn), true)).not.toMatch(/still/u);
  });
});

/**
 * A person opens the checkout from Foyer, pays, and doesn't come back to Foyer's address: they close the tab at *Thank you*,
 * or their browser runs where `127.0.0.1` is another computer (WSL, a remote desktop). Foyer waits for them for a day. What
 * the answer, which is from before the checkout, is said to tell of the plan meanwhile.
 */
describe('what an answer tells of the plan, once its checkout was opened', () => {
  const listening: SubscriptionChange = {
    ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
    input: {
      ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
      returnUrl: 'http://127.0.0.1:1/back/x',
    },
    ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
    answer: { checkoutUrl: 'https://pay.example/1', workspace: { id: 'w1', plan: 'FREE' } },
    checkoutReturn: { state: 'listening', until: '2026-01-03T10:00:00.000Z' },
  };

  it('the control: it still is, as long as nobody has opened the checkout', () => {
    expect(resultText(listening, true)).toMatch(/still/u);
  });

  it('once it was opened, it is not said that it still is', () => {
    // What is known of the subscription says by then that the plan that was asked for may be there (`last-known.ts`).
    expect(resultText({ ...listening, openedAfter: 'a1' }, true)).not.toMatch(/still/u);
  });
});

/** What is said of the plan and of a suspension where the answer speaks of another workspace than was asked for. */
describe('what is said of another workspace’s answer', () => {
  /** Asked for `w1`; nothing was known of it before. */
  const change = (workspace: Workspace, checkoutUrl?: string): SubscriptionChange => ({
    ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
    input: {
      ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
      returnUrl: 'http://127.0.0.1:1/back/x',
    },
    ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
    answer: { workspace, ...(checkoutUrl !== undefined && { checkoutUrl }) },
    checkoutReturn: { state: 'listening', until: '2026-01-03T10:00:00.000Z' },
  });
  const checkoutUrl = 'https://pay.example/1';

  it('the control: it still is the plan of the workspace that was asked for', () => {
    const own = change({ id: 'w1', plan: 'FREE' }, checkoutUrl);
    expect(differenceLines(own)).toEqual([]);
    expect(resultText(own, true)).toMatch(/The plan is still Free/u);
  });

  it('another workspace’s plan is not said to be the one that this one still has', () => {
    const other = change({ id: 'w2', plan: 'FREE' }, checkoutUrl);
    // Foyer knows that it is another’s.
    expect(differenceLines(other)).toHaveLength(1);
    expect(resultText(other, true)).not.toMatch(/still/u);
  });

  describe.each([
    ['suspended', { isSuspended: true }],
    ['quarantined', { isQuarantined: true }],
  ])('that a workspace is %s', (word, limit) => {
    const said = `The service says this workspace is ${word}`;

    it('the control: is said of the one that was asked for', () => {
      const shown = change({ id: 'w1', plan: 'PRO', ...limit });
      render(Result, { change: shown, isNewest: true, onopen: () => undefined });
      expect(screen.queryByText(said)).toBeInTheDocument();
    });

    it('is not said of this one where it is another', () => {
      const shown = change({ id: 'w2', plan: 'PRO', ...limit });
      render(Result, { change: shown, isNewest: true, onopen: () => undefined });
      expect(screen.queryByText(said)).not.toBeInTheDocument();
    });
  });
});

/**
 * An answer that says no and has a workspace or a checkout's address as well: that it has neither isn't said above it, where it is to be
 * read. What is rendered is what main keeps of such a 200 (`kept-answer.ts`).
 */
describe('an answer that says both yes and no', () => {
  function shown(body: object, refusal?: string): void {
    const change: SubscriptionChange = {
      ...{
        activityId: 'a1',
        at: '2026-01-02T10:00:00.000Z',
        connectionId: 'c1',
        workspaceId: 'w1',
      },
      input: {
        ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
        returnUrl: 'http://127.0.0.1:1/back/x',
      },
      ...{ before: null, tookMs: 400, checkoutReturn: { state: 'closed' } },
      outcome: {
        ...{ kind: 'acceptedUnreadable', status: 200, form: 'json' },
        ...(refusal !== undefined && { refusal: { message: refusal, issues: [] } }),
      },
      answerText: JSON.stringify(body),
    };
    render(Result, { change, isNewest: true, onopen: () => undefined });
  }

  const neither = m.billing_result_unreadable();

  it('the control: an answer that has neither', () => {
    shown({ hello: 1 });
    expect(screen.queryByText(neither)).toBeInTheDocument();
  });

  it.each([
    ['a checkout’s address', { success: false, checkoutUrl: 'https://pay.example/…' }],
    ['the workspace', { workspace: { id: 'w1', plan: 'PRO' }, errors: ['The VAT ID is missing'] }],
  ])('isn’t said to have neither where it has %s', (_, body) => {
    shown(body, 'Complete the checkout first');
    expect(screen.queryByText(neither)).not.toBeInTheDocument();
  });
});
