/**
 * Many services take one domain for each workspace, or so many, and answer 409 where there is one already. The window says then “The
 * service already has this domain”, and that it may be the person's own: nothing of it is there.
 */
import { m } from '../messages/messages';
import { expect, it } from 'vitest';
import { outcomeText } from './outcome-text';

const titleOf = (message: string) =>
  outcomeText(
    { kind: 'rejected', status: 409, error: { message, issues: [] } },
    'createCustomDomain',
  ).title;

it('the control: this one is there', () => {
  expect(titleOf('This domain is already registered')).toBe(m.outcome_exists_domain());
  expect(titleOf('This workspace has a domain')).toBe(m.outcome_conflict());
});

it.each([
  'Another domain is already connected to this workspace',
  'You have already added the maximum of 3 domains',
  'Your workspace is already connected to a domain',
])('is not said to be there: %s', (message) => {
  expect(titleOf(message)).toBe(m.outcome_conflict());
});
