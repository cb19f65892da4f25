/**
 * Many frameworks give each 403 the same code (tRPC, which the one known service is made with: `FORBIDDEN`). It says no more than the
 * status does. With it, Foyer takes a suspended workspace and a limit for a refused token again: the code alone counts as a word
 * about access, before what the message names is looked at.
 */
import { expect, it } from 'vitest';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';
import { asWhatItRefuses } from './refusal-subject';

const forbidden = (message: string, code?: string): Extract<Outcome, { kind: 'tokenRefused' }> => ({
  kind: 'tokenRefused',
  status: 403,
  error: { message, issues: [], ...(code !== undefined && { code }) },
});

const cases = [
  ['saveThemeTemplate', 'The number of themes is at its limit'],
  ['saveThemeTemplate', 'This workspace is suspended'],
  ['saveThemeTemplate', 'Theme limit reached'],
  ['startChatAppPreview', 'The quota of this month is used up'],
  ['createCustomDomain', 'The subscription has ended'],
] as const;

it.each(cases)('the control, without a code: %s: “%s” is of something else', (kind, message) => {
  expect(asWhatItRefuses(forbidden(message), kind).kind).toBe('rejected');
});

it.each(cases)('with the code FORBIDDEN: %s: “%s” is of something else', (kind, message) => {
  const outcome = asWhatItRefuses(forbidden(message, 'FORBIDDEN'), kind);
  expect(outcome.kind).toBe('rejected');
  expect(outcomeText(outcome, kind).title).not.toMatch(/token/u);
});
