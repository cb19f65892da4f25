/**
 * Services name in capitals what a request lacks as well as a setting of their own. Whoever runs the service is sent to only where it is
 * said that something is not set, or where the service has failed for it.
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

it('a setting of the server is said to be one', () => {
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
