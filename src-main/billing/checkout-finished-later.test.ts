/** What is known of a subscription once an older checkout was finished after a newer change. */
import type { SubscriptionChange } from '@shared/sending';
import { expect, it } from 'vitest';
import { lastKnownFrom } from './last-known';
import { trialChange } from './trial-change';

const checkoutUrl = 'https://pay.example/1';
const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;

const change = (minute: number, part: Partial<SubscriptionChange>) => trialChange(at(minute), part);

const starter = { ...change(0, {}).input, plan: 'STARTER' } as const;
const completed = { state: 'back', says: 'completed', at: at(30) } as const;
/** PRO was asked for first, and its checkout completed last of all. */
const pro = change(0, { answer: { checkoutUrl }, checkoutReturn: completed });

it('names what its page completed beside what was answered before that', () => {
  const answered = change(10, { input: starter, answer: { workspace: { plan: 'STARTER' } } });
  expect(lastKnownFrom([answered, pro])).toMatchObject({
    plan: 'STARTER',
    unconfirmed: { plan: 'PRO' },
  });
});
