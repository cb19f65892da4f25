import type { SubscriptionChange } from '@shared/sending';
import { describe, expect, it } from 'vitest';
import { lastKnownFrom } from './last-known';

function change(at: string, part: Partial<SubscriptionChange>): SubscriptionChange {
  return {
    activityId: at,
    at,
    connectionId: 'c',
    input: {
      returnUrl: 'https://x.example',
      plan: 'PRO',
      additionalChats: 5,
      currency: 'eur',
      isYearly: true,
    },
    before: null,
    outcome: { kind: 'accepted', status: 200 },
    tookMs: 1,
    checkoutReturn: { state: 'closed' },
    ...part,
  };
}
const checkoutUrl = 'https://pay.example/1';
const settings = { isYearly: true, currency: 'eur', additionalChats: 5 };

describe('lastKnownFrom', () => {
  it('is nothing when nothing was taken', () => {
    expect(lastKnownFrom([])).toBeNull();
    expect(
      lastKnownFrom([
        change('3', { outcome: null }),
        change('2', { outcome: { kind: 'unsure', reason: 'timeLimit', detail: '' } }),
        change('1', { outcome: { kind: 'rejected', status: 400 } }),
      ]),
    ).toBeNull();
  });

  it('is what was sent, when the workspace came back without a checkout', () => {
    expect(lastKnownFrom([change('1', { answer: { workspace: { plan: 'PRO' } } })])).toEqual({
      at: '1',
      plan: 'PRO',
      ...settings,
    });
  });

  it('believes the plan that the service named', () => {
    expect(
      lastKnownFrom([change('1', { answer: { workspace: { plan: 'UNLIMITED' } } })]),
    ).toMatchObject({ plan: 'UNLIMITED' });
  });

  it('does not count a checkout that nobody came back from', () => {
    expect(lastKnownFrom([change('1', { answer: { checkoutUrl } })])).toBeNull();
    expect(
      lastKnownFrom([change('1', { answer: { checkoutUrl, workspace: { plan: 'FREE' } } })]),
    ).toEqual({ at: '1', plan: 'FREE' });
  });

  it('counts a checkout that came back as completed, against what was named before it', () => {
    const back = { state: 'back', says: 'completed', at: '2' } as const;
    const answer = { checkoutUrl, workspace: { plan: 'FREE' } };
    expect(lastKnownFrom([change('1', { answer, checkoutReturn: back })])).toEqual({
      at: '1',
      plan: 'PRO',
      ...settings,
    });
    expect(
      lastKnownFrom([
        change('1', { answer: { checkoutUrl }, checkoutReturn: { ...back, says: 'cancelled' } }),
      ]),
    ).toBeNull();
  });

  it('keeps the settings of the last change that was made when a later answer names a plan', () => {
    expect(
      lastKnownFrom([
        change('2', { answer: { checkoutUrl, workspace: { plan: 'STARTER' } } }),
        change('1', { answer: { workspace: { plan: 'PRO' } } }),
      ]),
    ).toEqual({ at: '2', plan: 'STARTER', ...settings });
  });
});
