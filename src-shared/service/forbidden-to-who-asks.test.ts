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

it.each([
  ['updateSubscription', 'You don’t have permission to change the plan'],
  ['updateSubscription', 'Your role does not allow changing the plan'],
  ['updateSubscription', 'Only owners can change the plan'],
  ['saveThemeTemplate', 'You don’t have permission to save the theme “Only names”'],
  ['createCustomDomain', 'You are not an admin of the workspace of this domain'],
] as const)('%s: “%s” is of the token, whatever else it names', (kind, message) => {
  expect(asWhatItRefuses(forbidden(message), kind).kind).toBe('tokenRefused');
});

it.each([
  ['saveThemeTemplate', 'You cannot use this name'],
  ['saveThemeTemplate', 'The number of themes is at its limit'],
  ['saveThemeTemplate', 'This workspace is suspended'],
  ['updateSubscription', 'The card was not authorized'],
  ['createCustomDomain', 'You are not the owner of this domain'],
  ['startChatAppPreview', 'The user is not a member of this group'],
  ['startChatAppPreview', 'Billing is not configured on this server'],
  // Nothing in it speaks of who sent it.
  ['startChatAppPreview', 'Something that Foyer has no word for'],
] as const)('%s: “%s” is of something else', (kind, message) => {
  expect(asWhatItRefuses(forbidden(message), kind).kind).toBe('rejected');
});
