/** What is said of the plan and of a suspension where the answer speaks of another workspace than was asked for. */
import { cleanup, render, screen } from '@testing-library/svelte';
import type { SubscriptionChange } from '@shared/sending';
import type { Workspace } from '@shared/service/answers';
import { afterEach, describe, expect, it } from 'vitest';
import { differenceLines, resultText } from './billing-text';
import Result from './Result.svelte';

afterEach(cleanup);

/** Asked for `w1`; nothing was known of it before. */
const change = (workspace: Workspace, checkoutUrl?: string): SubscriptionChange => ({
  ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
  input: {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
    returnUrl: 'http://127.0.0.1:1/back/x',
  },
  ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
  answer: { workspace, ...(checkoutUrl !== undefined && { checkoutUrl }) },
  checkoutReturn: { state: 'listening', until: '2026-01-03T10:00:00.000Z' },
});
const checkoutUrl = 'https://pay.example/1';

it('the control: it still is the plan of the workspace that was asked for', () => {
  const own = change({ id: 'w1', plan: 'FREE' }, checkoutUrl);
  expect(differenceLines(own)).toEqual([]);
  expect(resultText(own)).toMatch(/The plan is still Free/u);
});

it('another workspace’s plan is not said to be the one that this one still has', () => {
  const other = change({ id: 'w2', plan: 'FREE' }, checkoutUrl);
  // Foyer knows that it is another’s.
  expect(differenceLines(other)).toHaveLength(1);
  expect(resultText(other)).not.toMatch(/still/u);
});

describe.each([
  ['suspended', { isSuspended: true }],
  ['quarantined', { isQuarantined: true }],
])('that a workspace is %s', (word, limit) => {
  const said = `The service says this workspace is ${word}`;

  it('the control: is said of the one that was asked for', () => {
    const shown = change({ id: 'w1', plan: 'PRO', ...limit });
    render(Result, { change: shown, onopen: () => undefined });
    expect(screen.queryByText(said)).toBeInTheDocument();
  });

  it('is not said of this one where it is another', () => {
    const shown = change({ id: 'w2', plan: 'PRO', ...limit });
    render(Result, { change: shown, onopen: () => undefined });
    expect(screen.queryByText(said)).not.toBeInTheDocument();
  });
});
