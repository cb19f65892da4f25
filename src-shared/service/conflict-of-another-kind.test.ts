/**
 * 409 is what services answer to a change that meets another one, to a locked row, to an open invoice: that something exists already is
 * said only where the service says it.
 */
import { expect, it } from 'vitest';
import type { ActivityKind } from '../activity';
import { outcomeText } from './outcome-text';

const titleOf = (kind: ActivityKind, message: string, code = 'CONFLICT') =>
  outcomeText({ kind: 'rejected', status: 409, error: { message, code, issues: [] } }, kind).title;

it.each([
  ['saveThemeTemplate', 'A template with this name already exists'],
  ['saveThemeTemplate', 'This name is taken'],
  ['createCustomDomain', 'Custom domain already registered'],
] as const)('%s: “%s” is said to exist already', (kind, message) => {
  expect(titleOf(kind, message)).toMatch(/already (?:exists|has this domain)/u);
});

it('so is what a code says', () => {
  expect(titleOf('saveThemeTemplate', 'No', 'ALREADY_EXISTS')).toMatch(/already exists/u);
});

it.each([
  ['updateSubscription', 'Another change of this subscription is in progress'],
  ['updateSubscription', 'The subscription has an unpaid invoice'],
  ['startChatAppPreview', 'A preview of this bot is running'],
  ['saveThemeTemplate', 'The workspace is being migrated, try again later'],
  ['saveThemeTemplate', 'The template this is made of does not exist'],
  ['saveThemeTemplate', 'The theme no longer exists'],
  ['saveThemeTemplate', 'A newer version exists in this workspace'],
  ['saveThemeTemplate', ''],
  ['checkConnection', 'The workspace is locked'],
  ['createCustomDomain', 'Another domain is being verified'],
] as const)('%s: “%s” is said to be a conflict', (kind, message) => {
  expect(titleOf(kind, message)).toBe('The service refused it because of a conflict (409).');
});
