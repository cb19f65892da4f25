/**
 * An answer that says no and has a workspace or a checkout's address as well: that it has neither isn't said above it, where it is to be
 * read. What is rendered is what main keeps of such a 200 (`kept-answer.ts`).
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import { m } from '@shared/messages/messages';
import type { SubscriptionChange } from '@shared/sending';
import { afterEach, expect, it } from 'vitest';
import Result from './Result.svelte';

afterEach(cleanup);

function shown(body: object, refusal?: string): void {
  const change: SubscriptionChange = {
    ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
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
  render(Result, { change, onopen: () => undefined });
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
