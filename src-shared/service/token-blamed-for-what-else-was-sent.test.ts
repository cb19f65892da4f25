/**
 * The token is blamed only where a refusal speaks of who sent it. A declined payment, somebody's name in a chat and a slip in custom
 * CSS are in what was sent: a person who replaces a good token for these meets the same refusal again.
 */
import { expect, it } from 'vitest';
import type { ActivityKind } from '../activity';
import { outcomeText } from './outcome-text';

const ofToken = /token may be wrong/u;
const todo = (
  kind: ActivityKind,
  status: number,
  message: string,
  issues: { path: string; message: string }[] = [],
) => outcomeText({ kind: 'rejected', status, form: 'json', error: { message, issues } }, kind).todo;

it.each<[string, ActivityKind, number, string]>([
  ['the control: a card', 'updateSubscription', 402, 'This card requires authentication'],
  ['3-D Secure', 'updateSubscription', 402, '3D Secure authentication failed'],
  ['a decline', 'updateSubscription', 402, 'Authorization declined: insufficient funds'],
  ['a debit', 'updateSubscription', 402, 'The SEPA debit was not authorized'],
  ['the control: a recipient', 'startChatAppPreview', 400, 'The recipient’s username is unknown'],
  ['a name in Telegram', 'startChatAppPreview', 400, 'Username not found'],
  ['a name in Telegram', 'startChatAppPreview', 404, 'No Telegram account has this username'],
])('%s: %s %i “%s”', (_, kind, status, message) => {
  expect(todo(kind, status, message)).not.toMatch(ofToken);
});

it.each([
  ['the control', 'Unexpected token "}"'],
  ['a parser of CSS', 'Invalid token "}" in line 3'],
])('a slip in custom CSS, named by its path: %s', (_, message) => {
  const issues = [{ path: 'theme.customCss', message }];
  expect(todo('saveThemeTemplate', 400, 'Validation failed', issues)).not.toMatch(ofToken);
});
