/**
 * 409 is what services answer to a change that meets another one, to an idempotency key in use, to a locked row: which status goes
 * with what is unknown (service-api, *Errors*). Foyer says of each that “The service says this already exists”, which it
 * didn't, also of a change of the plan, which can't exist already, and of the empty theme of a check.
 */
import { expect, it } from 'vitest';
import type { ActivityKind } from '../activity';
import { outcomeText } from './outcome-text';

const titleOf = (kind: ActivityKind, message: string) =>
  outcomeText({ kind: 'rejected', status: 409, error: { message, issues: [] } }, kind).title;

it('the control: a name that is taken', () => {
  expect(titleOf('saveThemeTemplate', 'A template with this name already exists')).toMatch(/exists/u);
});

it.each([
  ['updateSubscription', 'Another change of this subscription is in progress'],
  ['updateSubscription', 'The subscription has an unpaid invoice'],
  ['startChatAppPreview', 'A preview of this bot is running'],
  ['saveThemeTemplate', 'The workspace is being migrated, try again later'],
  ['checkConnection', 'The workspace is locked'],
] as const)('%s: “%s” isn’t said to exist already', (kind, message) => {
  expect(titleOf(kind, message)).not.toMatch(/already exists/u);
});

it('a domain isn’t said to be there already', () => {
  expect(titleOf('createCustomDomain', 'Another domain is being verified')).not.toMatch(/has this domain/u);
});
