/**
 * The contract's errors have a `code`; services write it with underscores, and say in it what their message leaves out. A 403 whose code
 * says that a limit is reached, or that a recipient hasn't opted in, refuses no token. Foyer looks for whole words, and an
 * underscore is a letter to it: “The service refused the token (403)”, and the outbox holds all that waits for the connection.
 */
import { expect, it } from 'vitest';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';
import { asWhatItRefuses } from './refusal-subject';

const cases = [
  ['saveThemeTemplate', 'limit reached', 'LIMIT_REACHED'],
  ['saveThemeTemplate', 'quota exceeded', 'QUOTA_EXCEEDED'],
  ['saveThemeTemplate', 'workspace suspended', 'WORKSPACE_SUSPENDED'],
  ['updateSubscription', 'card declined', 'card_declined'],
  ['createCustomDomain', 'domain not verified', 'DOMAIN_NOT_VERIFIED'],
  ['startChatAppPreview', 'recipient not opted in', 'RECIPIENT_NOT_OPTED_IN'],
] as const;

function refused(kind: (typeof cases)[number][0], message: string, code: string) {
  const outcome: Extract<Outcome, { kind: 'tokenRefused' }> = {
    ...{ kind: 'tokenRefused', status: 403 },
    error: { message, code, issues: [] },
  };
  return asWhatItRefuses(outcome, kind);
}

it.each(cases)('the control, in words: %s: %s', (kind, words) => {
  expect(refused(kind, 'No', words).kind).toBe('rejected');
});

it.each(cases)('as a code: %s: %s, %s', (kind, _, code) => {
  const outcome = refused(kind, 'No', code);
  expect(outcome.kind).toBe('rejected');
  expect(outcomeText(outcome, kind).title).not.toMatch(/token/u);
});
