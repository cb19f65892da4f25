/** The guide: “headers that sound secret are removed before anything is recorded”, by the names that gateways give them, too. */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const { headers } = createRedaction({
  token: 'tok-1234567890',
  requestBody: '{}',
  cutsAllAddresses: false,
});

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
