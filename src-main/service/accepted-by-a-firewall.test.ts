/**
 * *Check connection* says “The service accepts this token” only where the theme was judged. A firewall, a list of addresses and a
 * switched-off API judge no theme; some look at headers before they look at the token. Where their words have “workspace”,
 * “body” or “input” in them, or an issue names a header, the check is good all the same.
 */
import { expect, it } from 'vitest';
import type { Outcome } from '@shared/service/outcome';
import { connectionCheckOf } from './connection-check';

const verdictOf = (message: string, issues: { path?: string; message: string }[] = []) => {
  const outcome: Outcome = { kind: 'rejected', status: 400, error: { message, issues } };
  return connectionCheckOf(outcome, 'json').verdict;
};

it('the control: a judged theme is good', () => {
  expect(verdictOf('Input validation failed', [{ path: 'theme', message: 'Required' }])).toBe('good');
});

it.each(['Your IP is not in the allow list', 'Unsupported API version'])(
  'the control: “%s” is not good',
  (message) => expect(verdictOf(message)).toBe('refused'),
);

it.each([
  'Your IP address is not in the allow list of this workspace',
  'IP address not whitelisted for this workspace',
  'The API is not enabled for this workspace',
  'Upgrade your workspace to use the API',
  'This workspace has been archived',
  'Request blocked: suspicious payload',
])('“%s” is not good', (message) => {
  expect(verdictOf(message)).not.toBe('good');
});

it.each(['headers.x-tenant', 'header.x-client-version', 'query.version'])(
  'an issue with %s is not good: the body was not looked at',
  (path) => {
    expect(verdictOf('Validation failed', [{ path, message: 'Required' }])).not.toBe('good');
  },
);
