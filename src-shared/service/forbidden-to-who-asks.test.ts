/**
 * A 403 that tells whoever asks that they have no business in the workspace refuses the token, and nothing in what was sent: there is
 * nothing in the theme that could be fixed, and each other theme of the connection would meet the same.
 */
import { expect, it } from 'vitest';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';
import { asWhatItRefuses } from './refusal-subject';

const forbidden = (message: string): Extract<Outcome, { kind: 'tokenRefused' }> => ({
  kind: 'tokenRefused',
  status: 403,
  form: 'json',
  error: { message, issues: [] },
});

it.each([
  // The control.
  'You do not have access to this workspace',
  'You don’t have access to this workspace',
  "You don't have access to this workspace",
  'You cannot access this workspace',
  'You are not a member of this workspace',
  'Only admins of the workspace can do this',
])('“%s” is of the token', (message) => {
  expect(asWhatItRefuses(forbidden(message), 'saveThemeTemplate').kind).toBe('tokenRefused');
  expect(outcomeText(forbidden(message), 'saveThemeTemplate').todo).toMatch(/token/u);
});
