/* eslint-disable @typescript-eslint/no-restricted-imports -- What main knows of earlier answers. */
/**
 * A service writes the names of its plans in small letters, and confirmed Pro as `pro`. Its owner adds chats. The review, which
 * shows what will change, has the plan as before, and not as another one: not “pro becomes Pro”.
 */
import { render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { SubscriptionChange } from '@shared/sending';
import { lastKnownFrom } from '../../../src-main/billing/last-known';
import ReviewRows from './ReviewRows.svelte';

const input = {
  ...({ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 } as const),
  returnUrl: 'https://northwind.example/thanks',
};
const withChats = { ...input, additionalChats: 500 };
const at = '2026-01-02T10:00:00.000Z';

/** The change before, as the service answered it. */
const answered = (plan: string): SubscriptionChange => ({
  ...{ activityId: 'a1', at, connectionId: 'c1', workspaceId: 'w1' },
  ...{ input, before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
  answer: { workspace: { id: 'w1', plan } },
  checkoutReturn: { state: 'elsewhere' },
});
/** Another one, of the chats alone, was lost on its way. */
const lost: SubscriptionChange = {
  ...{ activityId: 'a2', at, connectionId: 'c1', workspaceId: 'w1' },
  ...{ input: withChats, before: null, tookMs: 60_000 },
  ...{ outcome: { kind: 'unsure', reason: 'timeLimit', detail: '' } },
  checkoutReturn: { state: 'elsewhere' },
};
const rowOfPlan = () => screen.getByText('Plan').nextElementSibling;

describe.each([
  ['the control: in capitals', 'PRO'],
  ['in small letters', 'pro'],
  ['as a name', 'Pro'],
])('a plan that was confirmed: %s', (_, plan) => {
  it('is as before', () => {
    render(ReviewRows, { input: withChats, before: lastKnownFrom([answered(plan)]) });
    expect(rowOfPlan()).toHaveTextContent(/^Pro as before$/u);
  });

  it('is as before by what an older Foyer wrote down', () => {
    render(ReviewRows, { input: withChats, before: { plan, at } });
    expect(rowOfPlan()).toHaveTextContent(/^Pro as before$/u);
  });

  it('is not said to be unconfirmed where only the chats are', () => {
    render(ReviewRows, { input: withChats, before: lastKnownFrom([lost, answered(plan)]) });
    expect(screen.getByText('You asked for 500. No answer has confirmed it.')).toBeVisible();
    expect(screen.queryByText('You asked for Pro. No answer has confirmed it.')).toBeNull();
  });
});

it('a plan that isn’t documented is as the service wrote it', () => {
  render(ReviewRows, { input: withChats, before: lastKnownFrom([answered('gold')]) });
  expect(rowOfPlan()).toHaveTextContent(/^gold becomes Pro$/u);
});
