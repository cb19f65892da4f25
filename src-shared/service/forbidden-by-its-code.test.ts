/**
 * A 403 is the token's where its words speak of who sent it, or say nothing. The code that a framework gives each 403 says no more than
 * the status does; any other code is words, whatever stands between them.
 */
import { expect, it } from 'vitest';
import type { ActivityKind } from '../activity';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';
import { asWhatItRefuses } from './refusal-subject';

type Refused = Extract<Outcome, { kind: 'tokenRefused' }>;

function refused(kind: ActivityKind, message: string, code?: string, status = 403) {
  const error = { message, issues: [], ...(code !== undefined && { code }) };
  return asWhatItRefuses({ kind: 'tokenRefused', status, error } satisfies Refused, kind);
}

const ofWhatWasSent = [
  ['saveThemeTemplate', 'The number of themes is at its limit'],
  ['saveThemeTemplate', 'You have reached the maximum number of themes'],
  ['saveThemeTemplate', 'This workspace is suspended'],
  ['saveThemeTemplate', 'Theme limit reached'],
  ['saveThemeTemplate', '域名已被占用'],
  ['createCustomDomain', '403: домен занят'],
  ['startChatAppPreview', 'The quota of this month is used up'],
  ['createCustomDomain', 'The subscription has ended'],
] as const;

it.each(ofWhatWasSent)('%s: “%s” is of what was sent, with and without a code', (kind, message) => {
  for (const code of [undefined, 'FORBIDDEN', 'PERMISSION_DENIED', 'E_UNAUTHORIZED_ACCESS']) {
    const outcome = refused(kind, message, code);
    expect(outcome.kind, code).toBe('rejected');
    expect(outcomeText(outcome, kind).title, code).not.toMatch(/token/u);
  }
});

it.each([
  ['saveThemeTemplate', 'LIMIT_REACHED'],
  ['saveThemeTemplate', 'quotaExceeded'],
  ['saveThemeTemplate', 'WORKSPACE_SUSPENDED'],
  ['updateSubscription', 'card_declined'],
  ['createCustomDomain', 'DOMAIN_NOT_VERIFIED'],
  ['startChatAppPreview', 'RECIPIENT_NOT_OPTED_IN'],
] as const)('%s: the code %s is of what was sent', (kind, code) => {
  for (const message of ['', 'No', 'Forbidden']) {
    expect(refused(kind, message, code).kind, message).toBe('rejected');
  }
});

it.each([
  ['', undefined],
  ['', 'FORBIDDEN'],
  ['403 Forbidden', 'HTTP_403'],
  ['Forbidden resource', undefined],
  ['Forbidden', 'INVALID_TOKEN'],
  ['Access denied', undefined],
  ['Request failed with status code 403', undefined],
  ['Something went wrong', undefined],
  ['Token not valid for this URL', undefined],
  ['The access token is invalid. See https://docs.example/url', 'FORBIDDEN'],
] as const)('“%s” with the code %s is of the token', (message, code) => {
  expect(refused('saveThemeTemplate', message, code).kind).toBe('tokenRefused');
});

it('a 401 is of the token in whichever words, but not where it speaks of a limit', () => {
  const kindOf = (message: string) =>
    refused('saveThemeTemplate', message, 'UNAUTHORIZED', 401).kind;
  expect(kindOf('Wer sind Sie?')).toBe('tokenRefused');
  expect(kindOf('Theme limit reached')).toBe('rejected');
  expect(kindOf('Token expired. Your plan ended.')).toBe('tokenRefused');
  expect(kindOf('Access denied due to invalid subscription key.')).toBe('tokenRefused');
  expect(kindOf('Session closed')).toBe('tokenRefused');
});
