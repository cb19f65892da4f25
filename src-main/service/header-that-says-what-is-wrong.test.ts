/**
 * Headers that sound secret aren't recorded; what is said of a secret stays, as it does in a body. *Token-Expired: true* is what ASP.NET
 * services add to a 401, and the one thing in it that helps.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const redaction = createRedaction({
  ...{ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses: false },
});

it('the control: in a body', () => {
  const body = JSON.stringify({ tokenExpired: 'true', authError: 'expired' });
  expect(redaction.answer(body)).toBe(body);
});

it.each([
  { 'token-expired': 'true' },
  { 'x-auth-error': 'expired' },
  { 'x-token-status': 'revoked' },
  { 'x-api-key-name': 'Foyer on the laptop' },
])('stays: %j', (headers) => {
  expect(redaction.headers(headers)).toEqual(headers);
});
