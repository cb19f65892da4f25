import { describe, expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const { headers } = createRedaction({
  token: 'tok-1234567890',
  requestBody: '{}',
  cutsAllAddresses: false,
});

/**
 * The guide: “headers that sound secret are removed before anything is recorded”. By their names, answers of gateways open
 * sessions and give keys in these, too. What helps with a support question stays.
 */
describe('headers that sound secret', () => {
  it.each([
    'x-auth-token',
    'x-api-key',
    'x-session',
    'x-authentication',
    'authentication-info',
    'x-access-key',
    'x-private-key',
    'x-authkey',
    'x-hmac',
    'x-accesskey',
    'x-key-id',
    'oauth-code',
  ])('the value of %s is removed', (name) => {
    expect(headers({ [name]: 'a9f8e7d6c5b4' })[name]).not.toContain('a9f8e7d6c5b4');
  });

  it.each([
    'content-type',
    'x-request-id',
    'author',
    'authority',
    'keep-alive',
    'www-authenticate',
    'idempotency-key',
    'x-cache-key',
    'x-monkey',
  ])('the value of %s stays', (name) => {
    expect(headers({ [name]: 'a9f8e7d6c5b4' })[name]).toBe('a9f8e7d6c5b4');
  });
});

/** The guide: “headers that sound secret are removed before anything is recorded”, by the names that gateways give them, too. */
describe('headers of other secret names', () => {
  it.each([
    // The control.
    'x-access-key',
    'x-passwd',
    'x-otp',
    'x-sid',
    'x-userkey',
    'x-sharedkey',
    'x-masterkey',
    'x-sso-ticket',
  ])('the value of %s is removed', (name) => {
    expect(headers({ [name]: 'a9f8e7d6c5b4' })[name]).not.toContain('a9f8e7d6c5b4');
  });

  it.each([
    // A support question is about these.
    ['x-oauth-scopes', 'themes:write'],
    ['x-ratelimit-remaining-tokens', '149984'],
    ['x-ratelimit-reset-tokens', '2026-11-27T10:00:00Z'],
    ['access-control-allow-credentials', 'true'],
  ])('that of %s stays: it is no secret', (name, value) => {
    expect(headers({ [name]: value })[name]).toBe(value);
  });
});

/**
 * Headers that sound secret aren't recorded; what is said of a secret stays, as it does in a body. *Token-Expired: true* is what ASP.NET
 * services add to a 401, and the one thing in it that helps.
 */
describe('a header that says what is wrong', () => {
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
});
