/**
 * A connection sends no token, and a 403 answers each request, in words that Foyer doesn't know. What is sure is said: that it went
 * without a token. Nothing in the theme was refused that a person could fix.
 */
import { expect, it } from 'vitest';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';
import { asWhatItRefuses } from './refusal-subject';

const withoutToken = (message: string): Extract<Outcome, { kind: 'tokenRefused' }> => ({
  kind: 'tokenRefused',
  status: 403,
  form: 'json',
  isWithoutToken: true,
  error: { message, issues: [] },
});

it.each([
  // The control.
  'Missing API key',
  'Anonymous requests are refused',
  'This API is for members only',
  'Missing key',
])('“%s” is said to answer a request without a token', (message) => {
  const outcome = asWhatItRefuses(withoutToken(message), 'saveThemeTemplate');
  expect(outcomeText(outcome, 'saveThemeTemplate').title).toBe(
    'The service refused a request without a token (403).',
  );
});

it('is of what was sent where an issue judges it', () => {
  const issues = [{ path: 'theme.customCss', message: 'Not allowed' }];
  const outcome = { ...withoutToken(''), error: { message: 'Forbidden', issues } };
  expect(asWhatItRefuses(outcome, 'saveThemeTemplate').kind).toBe('rejected');
});
