/**
 * The details of a request are copied for a support question: “everything the details show, as plain text”. That something of
 * the request was left out is shown; without it, who reads the copy takes the mark for what was sent.
 */
import { m } from '@shared/messages/messages';
import type { ActivityDetails } from '@shared/activity';
import { expect, it } from 'vitest';
import { detailsAsText } from './activity-text';

const details = (request: Partial<ActivityDetails['request']>): ActivityDetails => ({
  ...{ id: 'a', sequence: 1, at: '2026-11-20T14:05:00.000Z', kind: 'updateSubscription' },
  ...{ subject: 'PRO', connectionId: 'c', connectionLabel: 'Northwind', tookMs: 3 },
  outcome: { kind: 'rejected', status: 400, error: { message: 'Bad returnUrl', issues: [] } },
  request: {
    ...{ method: 'PATCH', url: 'https://northwind.example/api/v1/billing/subscription' },
    ...{ headers: {}, body: '{"returnUrl":"https://example.com/…"}', isCut: false },
    ...request,
  },
  answer: null,
});

it('the control: that a request was cut is copied', () => {
  expect(detailsAsText(details({ isCut: true }))).toContain(m.activity_details_request_cut());
});

it('so is that something of it was left out', () => {
  const copied = detailsAsText(details({ isRedacted: true }));
  expect(copied).toContain(m.activity_details_request_redacted());
});
