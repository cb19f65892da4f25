/**
 * “The service isn’t set up for this. Only whoever runs the service can change that.” is said where a setting of its own is missing.
 * Services name what a request lacks in capitals, too (`WORKSPACE_ID is required`, `Missing API_KEY`): that is the connection's, and
 * who is sent to whoever runs the service gets no help there.
 */
import { expect, it } from 'vitest';
import type { ActivityKind } from '../activity';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';
import { asWhatItRefuses } from './refusal-subject';

const titleOf = (kind: ActivityKind, status: number, message: string) => {
  const error = { message, issues: [] };
  const outcome: Outcome =
    status === 403
      ? asWhatItRefuses({ kind: 'tokenRefused', status, error }, kind)
      : { kind: 'rejected', status, error };
  return outcomeText(outcome, kind).title;
};

it('the control: a setting of the server', () => {
  expect(titleOf('updateSubscription', 400, 'STRIPE_SECRET_KEY is not set')).toMatch(/set up/u);
});

it.each<[ActivityKind, number, string]>([
  ['saveThemeTemplate', 400, 'WORKSPACE_ID is required'],
  ['startChatAppPreview', 400, 'BOT_ID is missing'],
  ['startChatAppPreview', 400, 'PHONE_NUMBER is empty'],
  ['updateSubscription', 400, 'RETURN_URL is required'],
  ['saveThemeTemplate', 400, 'Missing API_KEY'],
  ['saveThemeTemplate', 403, 'Missing X_API_KEY header'],
])('%s: %i “%s” is not said to be the server’s', (kind, status, message) => {
  expect(titleOf(kind, status, message)).not.toMatch(/set up/u);
});
