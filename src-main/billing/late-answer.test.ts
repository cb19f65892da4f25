/** A 408 leaves open whether the service acted: what was asked for is said beside what is known. */
import { outcomeText } from '@shared/service/outcome-text';
import type { Outcome } from '@shared/service/outcome';
import { expect, it } from 'vitest';
import { lastKnownFrom } from './last-known';
import { trialChange as change } from './trial-change';

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
