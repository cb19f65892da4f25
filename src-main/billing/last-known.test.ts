import { describe, expect, it } from 'vitest';
import type { SubscriptionChange } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { outcomeText } from '@shared/service/outcome-text';
import { lastKnownFrom } from './last-known';
import { trialChange as change } from './trial-change';

const checkoutUrl = 'https://pay.example/1';

describe('lastKnownFrom', () => {
  const settings = { isYearly: true, currency: 'eur', additionalChats: 5 };

  const asked = { plan: 'PRO', ...settings };

  it('is nothing when nothing can have been done', () => {
    expect(lastKnownFrom([])).toBeNull();
    expect(
      lastKnownFrom([
        change('3', { outcome: null }),
        change('2', { outcome: { kind: 'notSent', reason: 'offline', detail: '' } }),
        change('1', { outcome: { kind: 'rejected', status: 400 } }),
      ]),
    ).toBeNull();
  });

  it('is what the answer named, and what was asked beside it is not known as before', () => {
    expect(lastKnownFrom([change('1', { answer: { workspace: { plan: 'PRO' } } })])).toEqual({
      at: '1',
      planAt: '1',
      plan: 'PRO',
      unconfirmed: settings,
    });
  });

  it('believes what the service named, of every field that came back', () => {
    const answer = {
      workspace: { plan: 'UNLIMITED', additionalChatsIndex: 5 },
      echo: { currency: 'USD', isYearly: false },
    };
    expect(lastKnownFrom([change('1', { answer })])).toEqual({
      at: '1',
      planAt: '1',
      plan: 'UNLIMITED',
      additionalChats: 5,
      currency: 'usd',
      isYearly: false,
    });
  });

  it('takes an index for the number where steps were asked for, and else only when they agree', () => {
    const answer = { workspace: { additionalChatsIndex: 2 } };
    expect(lastKnownFrom([change('1', { answer })])).toMatchObject({
      unconfirmed: { additionalChats: 5 },
    });
    expect(lastKnownFrom([change('1', { answer })])).not.toHaveProperty('additionalChats');
    expect(lastKnownFrom([change('1', { answer, chatsInSteps: true })])).toMatchObject({
      additionalChats: 2,
    });
  });

  it('believes nothing of an answer about another workspace', () => {
    const answer = { workspace: { id: 'w2', plan: 'PRO', additionalChatsIndex: 5 } };
    expect(lastKnownFrom([change('1', { answer, workspaceId: 'w1' })])).toEqual({
      at: '1',
      unconfirmed: asked,
    });
    expect(lastKnownFrom([change('1', { answer, workspaceId: 'w2' })])).toMatchObject({
      plan: 'PRO',
    });
  });

  it('tells what was asked for apart when it is not known whether it arrived', () => {
    const unsure = { kind: 'unsure', reason: 'timeLimit', detail: '' } as const;
    const former = change('1', {
      answer: { workspace: { plan: 'STARTER', additionalChatsIndex: 5 } },
    });
    expect(lastKnownFrom([change('2', { outcome: unsure }), former])).toEqual({
      at: '2',
      planAt: '1',
      plan: 'STARTER',
      // Five were confirmed, and five were asked for: whether it arrived or not, it is five.
      additionalChats: 5,
      unconfirmed: { plan: 'PRO', isYearly: true, currency: 'eur' },
    });
  });

  it('counts no checkout as done, whatever its page said', () => {
    const answer = { checkoutUrl, workspace: { plan: 'FREE' } };
    const back = { state: 'back', says: 'completed', at: '2' } as const;
    for (const checkoutReturn of [{ state: 'closed' }, back] as const) {
      expect(lastKnownFrom([change('1', { answer, checkoutReturn })])).toEqual({
        at: '1',
        planAt: '1',
        plan: 'FREE',
        unconfirmed: asked,
      });
    }
    expect(lastKnownFrom([change('1', { answer: { checkoutUrl } })])).toEqual({
      at: '1',
      unconfirmed: asked,
    });
  });

  it('forgets what a cancelled checkout was to do', () => {
    const checkoutReturn = { state: 'back', says: 'cancelled', at: '2' } as const;
    expect(lastKnownFrom([change('1', { answer: { checkoutUrl }, checkoutReturn })])).toBeNull();
    const answer = { checkoutUrl, workspace: { plan: 'FREE' } };
    expect(lastKnownFrom([change('1', { answer, checkoutReturn })])).toEqual({
      at: '1',
      planAt: '1',
      plan: 'FREE',
    });
  });

  it('names an open change that a later one, asking for what is known already, does not settle', () => {
    const unsure = { kind: 'unsure', reason: 'connectionClosed', detail: '' } as const;
    const starter = { ...change('', {}).input, plan: 'STARTER' } as const;
    expect(
      lastKnownFrom([
        change('3', { input: starter, outcome: unsure }),
        change('2', { outcome: unsure }),
        change('1', { input: starter, answer: { workspace: { plan: 'STARTER' } } }),
      ]),
    ).toMatchObject({ plan: 'STARTER', unconfirmed: { plan: 'PRO' } });
  });

  it('takes a request said back beside a checkout for no answer, cancelled or not', () => {
    const answer = { checkoutUrl, echo: settings };
    const checkoutReturn = { state: 'back', says: 'cancelled', at: '2' } as const;
    expect(lastKnownFrom([change('1', { answer, checkoutReturn })])).toBeNull();
    expect(lastKnownFrom([change('1', { answer })])).toEqual({ at: '1', unconfirmed: asked });
  });

  it.each([
    [300, true],
    [301, false],
    [302, true],
    [303, true],
    [307, false],
    [308, false],
  ])(
    'tells of a change that was answered with %i as one that may have been made: %s',
    (status, may) => {
      const known = lastKnownFrom([change('2', { outcome: { kind: 'redirected', status } })]);
      expect(known).toEqual(may ? { at: '2', unconfirmed: asked } : null);
    },
  );

  it('keeps what an earlier answer confirmed of fields that the later one left out', () => {
    expect(
      lastKnownFrom([
        change('2', {
          input: { ...change('', {}).input, isYearly: false },
          answer: { workspace: { plan: 'STARTER' } },
        }),
        change('1', { answer: { echo: { isYearly: true, currency: 'eur' } } }),
      ]),
    ).toEqual({
      at: '2',
      planAt: '2',
      plan: 'STARTER',
      isYearly: true,
      currency: 'eur',
      unconfirmed: { isYearly: false, additionalChats: 5 },
    });
  });
});

/** What is known of a subscription once an older checkout was finished after a newer change. */
describe('an older checkout that was finished after a newer change', () => {
  const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;

  const sent = (minute: number, part: Partial<SubscriptionChange>) => change(at(minute), part);

  const starter = { ...sent(0, {}).input, plan: 'STARTER' } as const;
  const completed = { state: 'back', says: 'completed', at: at(30) } as const;
  /** PRO was asked for first, and its checkout completed last of all. */
  const pro = sent(0, { answer: { checkoutUrl }, checkoutReturn: completed });

  it('names what its page completed beside what was answered before that', () => {
    const answered = sent(10, { input: starter, answer: { workspace: { plan: 'STARTER' } } });
    expect(lastKnownFrom([answered, pro])).toMatchObject({
      plan: 'STARTER',
      unconfirmed: { plan: 'PRO' },
    });
  });
});

/**
 * What is known of a subscription once an older checkout was finished after a newer change,
 * and the computer's clock was set back before that.
 */
describe('an older checkout that was finished after a clock was set back', () => {
  const at = (hour: number, minute: number) =>
    `2026-11-21T${String(hour)}:${String(minute).padStart(2, '0')}:00.000Z`;

  const sent = (minute: number, part: Partial<SubscriptionChange>) => change(at(10, minute), part);

  const starter = { ...sent(0, {}).input, plan: 'STARTER' } as const;

  it.each([
    ['the control: the clock stays', at(11, 10)],
    ['the clock was set back by two hours', '2026-11-21T09:10:00.000Z'],
  ])('what its page completed is named: %s', (_name, back) => {
    const pro = sent(0, {
      answer: { checkoutUrl: 'https://pay.example/1' },
      checkoutReturn: { state: 'back', says: 'completed', at: back },
    });
    const answered = sent(10, { input: starter, answer: { workspace: { plan: 'STARTER' } } });
    expect(lastKnownFrom([answered, pro])).toMatchObject({
      plan: 'STARTER',
      unconfirmed: { plan: 'PRO' },
    });
  });

  it('does not name what its page completed before the newer change was sent', () => {
    const pro = sent(0, {
      answer: { checkoutUrl: 'https://pay.example/1' },
      checkoutReturn: { state: 'back', says: 'completed', at: at(12, 0), after: at(10, 0) },
    });
    const answered = sent(10, { input: starter, answer: { workspace: { plan: 'STARTER' } } });
    expect(lastKnownFrom([answered, pro])?.unconfirmed).not.toHaveProperty('plan');
  });
});

/** A 408 leaves open whether the service acted: what was asked for is said beside what is known. */
describe('an answer that is late', () => {
  const starter = change('1', {
    input: { ...change('1', {}).input, plan: 'STARTER' },
    answer: {
      workspace: { plan: 'STARTER', additionalChatsIndex: 5 },
      echo: { currency: 'eur', isYearly: true },
    },
  });

  it.each<[string, Outcome]>([
    ['the control: a failure of the service', { kind: 'serviceFailed', status: 500 }],
    ['the control: a 303', { kind: 'redirected', status: 303 }],
    ['a 408', { kind: 'rejected', status: 408 }],
  ])('%s leaves the plan that was asked for open', (_name, outcome) => {
    expect(outcomeText(outcome, 'updateSubscription').tone).not.toBe('ok');
    expect(lastKnownFrom([change('2', { outcome }), starter])).toMatchObject({
      plan: 'STARTER',
      unconfirmed: { plan: 'PRO' },
    });
  });
});
