/**
 * *Check connection* says “The service accepts this token” only where the refusal of an empty theme shows that it was judged: in an
 * issue of the body, or in words about a field of it. Whatever else a service says, in whichever language, it may be about who asked.
 */
import type { Outcome } from '@shared/service/outcome';
import { expect, it } from 'vitest';
import { connectionCheckOf } from './connection-check';

const verdictOf = (message: string, issues: { path?: string; message: string }[] = []) => {
  const outcome: Outcome = { kind: 'rejected', status: 400, error: { message, issues } };
  return connectionCheckOf(outcome, 'json').verdict;
};

it.each([
  'Input validation failed',
  'name is required',
  'workspaceId: required',
  'WORKSPACE_ID_REQUIRED',
  'Missing required field: name',
  'Invalid theme',
  'The field “theme” must be an object',
  'The theme name is too short',
])('says that the token is accepted, as the theme was judged: %s', (message) => {
  expect(verdictOf(message)).toBe('good');
});

it.each(['theme', 'workspaceId', 'body.name', 'themeTemplate.name'])(
  'says so where an issue names %s',
  (path) => {
    expect(verdictOf('Ungültige Eingabe', [{ path, message: 'Fehlt' }])).toBe('good');
  },
);

it('says so where the issues of a judged body name no place', () => {
  expect(verdictOf('Input validation failed', [{ message: 'Required' }])).toBe('good');
});

it.each(['Access denied', 'Not authenticated', 'You do not have access to this workspace'])(
  'says that it may be wrong: %s',
  (message) => {
    expect(verdictOf(message)).toBe('tokenRefused');
  },
);

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
  'Forbidden workspace',
  'Workspace access refused',
  'This workspace belongs to someone else',
  'Your role in this workspace is viewer',
  'Viewers may only read this workspace',
  'Guests cannot edit themes',
  'This workspace requires single sign-on',
  'Theme access is required',
  'Tenant name is required',
])('does not say so of a refusal: %s', (message) => {
  expect(verdictOf(message)).not.toBe('good');
});

it.each([
  'Kein Zugriff auf diesen Workspace',
  'Sie haben keine Berechtigung für diesen Workspace',
  'No tienes acceso a este workspace',
  'Accès refusé à ce workspace',
  'Je hebt geen toegang tot deze workspace',
])('nor of one in another language: %s', (message) => {
  expect(verdictOf(message)).not.toBe('good');
});

it.each([
  'Your IP is not in the allow list',
  'Your IP address is not in the allow list of this workspace',
  'IP address not whitelisted for this workspace',
  'Unsupported API version',
  'The API is not enabled for this workspace',
  'Upgrade your workspace to use the API',
  'This workspace has been archived',
  'Request blocked: suspicious payload',
  'Maintenance',
])('nor where nobody looked at either: %s', (message) => {
  expect(verdictOf(message)).not.toBe('good');
});

it.each(['headers.x-tenant', 'header.x-client-version', 'query.version'])(
  'nor where an issue names %s, which is none of the body',
  (path) => {
    expect(verdictOf('Validation failed', [{ path, message: 'Required' }])).not.toBe('good');
  },
);
