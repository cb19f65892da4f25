/** Of an empty answer is said that it was empty, once, and nothing is quoted of it. */
import { cleanup, render, screen } from '@testing-library/svelte';
import { m } from '@shared/messages/messages';
import type { SubscriptionChange } from '@shared/sending';
import { afterEach, expect, it } from 'vitest';
import Result from './Result.svelte';

afterEach(cleanup);

it.each([
  ['the control: an answer of text', 'text', 'Done', 1],
  ['an empty answer', 'empty', '', 0],
] as const)('%s', (_, form, answerText, quoted) => {
  const change: SubscriptionChange = {
    ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
    input: {
      ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
      returnUrl: 'http://127.0.0.1:1/back/x',
    },
    ...{ before: null, tookMs: 400, checkoutReturn: { state: 'closed' } },
    ...{ outcome: { kind: 'acceptedUnreadable', status: 200, form }, answerText },
  };
  render(Result, { change, isNewest: true, onopen: () => undefined });
  expect(screen.queryAllByText(/empty/u)).toHaveLength(form === 'empty' ? 1 : 0);
  expect(screen.queryAllByText(m.billing_result_unreadable())).toHaveLength(quoted);
  expect(screen.queryAllByRole('region', { name: m.billing_result() })).toHaveLength(quoted);
});
