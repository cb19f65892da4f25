/**
 * The guide: “headers that sound secret are removed before anything is recorded”. By their names, answers of gateways open
 * sessions and give keys in these, too; their values are written down, shown and exported.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const { headers } = createRedaction({
  token: 'tok-1234567890',
  requestBody: '{}',
  cutsAllAddresses: false,
});

it.each([
  // The controls.
  'x-auth-token',
  'x-api-key',
  'x-session',
  // Not known by name.
  'x-authentication',
  'authentication-info',
  'x-access-key',
  'x-private-key',
  'x-authkey',
  'x-hmac',
])('the value of %s is removed', (name) => {
  expect(headers({ [name]: 'a9f8e7d6c5b4' })[name]).not.toContain('a9f8e7d6c5b4');
});

it.each(['content-type', 'x-request-id', 'author', 'keep-alive'])(
  'the control: %s stays',
  (name) => {
    expect(headers({ [name]: 'a9f8e7d6c5b4' })[name]).toBe('a9f8e7d6c5b4');
  },
);
