/**
 * *Check connection* says “The service accepts this token” where the refusal of an empty theme tells that it was judged. Of
 * a 400 it believes that whenever the message has none of the words that it knows for a refused token: “Missing auth
 * header” and “Insufficient rights” are none of them, so the token is said to be accepted, and the connection is added.
 * Nothing in these messages is about a theme.
 */
import { expect, it } from 'vitest';
import { connectionCheckOf } from './connection-check';

const verdictOf = (message: string) =>
  connectionCheckOf({ kind: 'rejected', status: 400, error: { message, issues: [] } }, 'json')
    .verdict;

it.each(['Input validation failed', 'name is required'])('the control, judged: %s', (message) => {
  expect(verdictOf(message)).toBe('good');
});

it.each(['Access denied', 'Not authenticated'])('the control, of the token: %s', (message) => {
  expect(verdictOf(message)).toBe('tokenRefused');
});

it.each([
  'Missing auth header',
  'Invalid auth',
  'Invalid username or password',
  'Unknown user',
  'Key expired',
  'Insufficient rights',
  'Insufficient privileges',
  'Not permitted',
  'Access to this resource is forbidden',
  'Your session is over',
])('does not say that the token is accepted: %s', (message) => {
  expect(verdictOf(message)).not.toBe('good');
});

it.each(['Your IP is not in the allow list', 'Unsupported API version', 'Maintenance'])(
  'does not say so where nobody looked at either: %s',
  (message) => {
    expect(verdictOf(message)).not.toBe('good');
  },
);
