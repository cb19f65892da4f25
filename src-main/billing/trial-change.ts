/** A change of the subscription that the service accepted, for tests of what is known after several. */
import type { SubscriptionChange } from '@shared/sending';

export function trialChange(at: string, part: Partial<SubscriptionChange>): SubscriptionChange {
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
