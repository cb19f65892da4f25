/**
 * The token is blamed only where a refusal speaks of who sent it, and of nothing that was sent: that “you can’t” do something because of
 * the workspace's members or its plan, or what answered at a picture's address, is none of this.
 */
import { expect, it } from 'vitest';
import type { ActivityKind } from '../activity';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';
import { asWhatItRefuses } from './refusal-subject';

const ofToken = /token/iu;
const rejected = (message: string): Outcome => ({
  kind: 'rejected',
  status: 400,
  error: { message, issues: [] },
});
const said = (outcome: Outcome, kind: ActivityKind) => {
  const { title, todo } = outcomeText(outcome, kind);
  return `${title} ${todo}`;
};

it.each<[ActivityKind, string]>([
  ['updateSubscription', 'The STARTER plan does not allow 5 members'],
  ['saveThemeTemplate', 'The image URL requires authentication'],
  ['updateSubscription', 'You cannot have fewer seats than members'],
  ['updateSubscription', 'You can’t downgrade: 5 members are more than STARTER allows'],
  ['updateSubscription', 'The return URL must not contain credentials'],
  ['startChatAppPreview', 'You cannot send to members who have not opted in'],
  ['saveThemeTemplate', 'The avatar URL answered: access denied'],
  ['saveThemeTemplate', 'Invalid key: roundness'],
  ['saveThemeTemplate', 'You do not have the right plan for custom CSS'],
])('%s: “%s” is none of the token', (kind, message) => {
  expect(said(rejected(message), kind)).not.toMatch(ofToken);
});

it.each([
  'You are not a member',
  'You’re not an administrator of this workspace',
  'You do not have the right to change this workspace',
  'Invalid key',
])('“%s” is of the token', (message) => {
  expect(said(rejected(message), 'updateSubscription')).toMatch(ofToken);
});

it('a 403 of a change that the number of members forbids is none of the token', () => {
  const outcome = asWhatItRefuses(
    {
      kind: 'tokenRefused',
      status: 403,
      error: { message: 'You cannot switch to STARTER with 5 members', issues: [] },
    },
    'updateSubscription',
  );
  expect(outcome.kind).toBe('rejected');
});
