import type { Outcome } from '@shared/service/outcome';
import { expect, it } from 'vitest';
import { connectionCheckOf } from './connection-check';

function verdictOf(status: number, message: string, issues: { message: string }[] = []): string {
  const kind = status < 500 ? 'rejected' : 'serviceFailed';
  const outcome: Outcome = { kind, status, error: { message, issues } };
  return connectionCheckOf(outcome, 'json').verdict;
}

it.each([
  [404, 'Not found', 'unknownOperation'],
  [405, 'Method not allowed', 'unknownOperation'],
  [404, 'Workspace not found', 'good'],
  [404, 'No workspaces found', 'good'],
  [400, 'Input validation failed', 'good'],
  [422, 'name is required', 'good'],
  // A body is parsed before the token is looked at.
  [400, 'Unexpected token } in JSON', 'refused'],
  [404, 'No workspace for this token', 'tokenRefused'],
  [404, 'No workspace that you have access to', 'tokenRefused'],
  [404, 'You don’t have access to this workspace', 'tokenRefused'],
  [404, 'Workspace “Harbour” does not exist', 'good'],
  [404, 'The workspace with id 9f-2 could not be found.', 'good'],
  [404, 'WORKSPACE_NOT_FOUND', 'good'],
  [404, 'Workspace not found or access denied', 'refused'],
  [404, 'Workspace not found or permission denied', 'refused'],
  [404, 'Workspace not found or insufficient permissions', 'refused'],
  [404, 'Workspace access not found', 'refused'],
  [404, 'Cannot PUT /v1/workspaces/themeTemplates', 'unknownOperation'],
  [404, 'Route /v1/workspaces not found', 'unknownOperation'],
  [400, 'You must give the theme a name', 'good'],
  [400, 'This workspace is not yours', 'refused'],
  [400, 'Access denied', 'tokenRefused'],
  [400, 'Permission denied', 'tokenRefused'],
  [400, 'Forbidden', 'tokenRefused'],
  [400, 'You are not allowed to do this', 'tokenRefused'],
  [400, 'You must be logged in', 'tokenRefused'],
  [400, 'Please sign in to continue', 'tokenRefused'],
  [400, 'Invalid session', 'tokenRefused'],
  [400, 'The name has forbidden characters', 'good'],
  [400, 'Invalid domain name', 'refused'],
  [400, 'Bad request', 'refused'],
  [403, 'The name of this workspace is invalid', 'refused'],
  [400, 'Your account is disabled', 'refused'],
  [402, 'Payment required', 'refused'],
  [402, 'The trial of this token is over', 'refused'],
  [409, 'Try again', 'refused'],
  [409, 'workspaceId is required', 'good'],
  [400, 'API_TOKEN is not configured', 'refused'],
  [429, 'Too many requests for this token', 'busy'],
  [429, 'Too many requests', 'busy'],
  [500, 'Internal server error', 'serviceFailed'],
])('calls %i %s %s: it is good only where the theme was judged', (status, message, verdict) => {
  expect(verdictOf(status, message)).toBe(verdict);
});

it('calls a 404 good that judged the body', () => {
  expect(verdictOf(404, 'Not found', [{ message: 'workspaceId is required' }])).toBe('good');
});

it('calls a 400 good that judged the body, whatever it says of the token, but not one that judged the token', () => {
  const ofBody = { message: 'Required', path: 'workspaceId' };
  expect(verdictOf(400, 'Invalid token or input', [ofBody])).toBe('good');
  const ofToken = { message: 'Invalid', path: 'headers.authorization' };
  expect(verdictOf(400, 'Not authorized', [ofToken])).toBe('tokenRefused');
  expect(verdictOf(400, 'Bad request', [ofToken])).toBe('tokenRefused');
});

it('says of a failure whether it may mean a wrong token', () => {
  const check = (status: number, message: string) =>
    connectionCheckOf({ kind: 'serviceFailed', status, error: { message, issues: [] } }, 'json');
  expect(check(500, 'Internal server error')).toMatchObject({ mayMeanWrongToken: true });
  expect(check(500, 'Can’t reach the database')).toMatchObject({ mayMeanWrongToken: false });
  expect(check(503, '')).toMatchObject({ mayMeanWrongToken: false });
});

it.each([401, 403])('tells of a page that a %i came with', (status) => {
  expect(connectionCheckOf({ kind: 'tokenRefused', status, form: 'html' }, 'html')).toEqual({
    ...{ verdict: 'tokenRefused', status, detail: '', form: 'html' },
  });
});
