/**
 * What is known of a subscription once an older checkout was finished after a newer change
 * (`checkout-finished-later.test.ts`), and the computer's clock was set back before that.
 */
import type { SubscriptionChange } from '@shared/sending';
import { expect, it } from 'vitest';
import { lastKnownFrom } from './last-known';
import { trialChange } from './trial-change';

const at = (hour: number, minute: number) =>
  `2026-11-21T${String(hour)}:${String(minute).padStart(2, '0')}:00.000Z`;

const change = (minute: number, part: Partial<SubscriptionChange>) =>
  trialChange(at(10, minute), part);

const starter = { ...change(0, {}).input, plan: 'STARTER' } as const;

it.each([
  ['the control: the clock stays', at(11, 10)],
  ['the clock was set back by two hours', '2026-11-21T09:10:00.000Z'],
])('what its page completed is named: %s', (_name, back) => {
  const pro = change(0, {
    answer: { checkoutUrl: 'https://pay.example/1' },
    checkoutReturn: { state: 'back', says: 'completed', at: back },
  });
  const answered = change(10, { input: starter, answer: { workspace: { plan: 'STARTER' } } });
  expect(lastKnownFrom([answered, pro])).toMatchObject({
    plan: 'STARTER',
    unconfirmed: { plan: 'PRO' },
  });
});

it('does not name what its page completed before the newer change was sent', () => {
  const pro = change(0, {
    answer: { checkoutUrl: 'https://pay.example/1' },
    checkoutReturn: { state: 'back', says: 'completed', at: at(12, 0), after: at(10, 0) },
  });
  const answered = change(10, { input: starter, answer: { workspace: { plan: 'STARTER' } } });
  expect(lastKnownFrom([answered, pro])?.unconfirmed).not.toHaveProperty('plan');
});
