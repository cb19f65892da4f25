/**
 * A token is called accepted only where the refusal of an empty theme shows that its body was judged. Whatever else a service
 * says, in whichever language, may be about who asked, or about neither.
 */
import { expect, it } from 'vitest';
import { readServiceError, type ServiceIssue } from './answers';
import { checkedRefusal, type CheckedRefusal } from './judged-theme';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';

type Rejected = Extract<Outcome, { kind: 'rejected' }>;

const refused = (
  status: number,
  message: string,
  issues: ServiceIssue[] = [],
  code?: string,
): Rejected => ({
  kind: 'rejected',
  status,
  error: { message, issues, ...(code !== undefined && { code }) },
});
const missing = (path?: string, message = 'Required'): ServiceIssue[] => [
  path === undefined ? { message } : { message, path },
];

it.each<[Rejected, CheckedRefusal]>([
  // A place in the body, whatever is said of it.
  ...['theme', 'workspaceId', 'body.name', 'themeTemplate.name', '#/name', '$.Name'].map(
    (path): [Rejected, CheckedRefusal] => [
      refused(400, 'Ungültige Eingabe', missing(path)),
      'good',
    ],
  ),
  [refused(422, 'Invalid token or input', missing('workspaceId')), 'good'],
  [refused(409, 'workspaceId is required', missing('workspaceId')), 'refused'],
  // One beside the body: it may be the header of the token that is missing.
  [refused(422, '', [...missing('header.x-token'), ...missing('body.name')]), 'refused'],
  // One that is none of the body.
  ...['headers.x-tenant', 'header.x-client-version', 'query.version', 'headers.authorization'].map(
    (path): [Rejected, CheckedRefusal] => [
      refused(400, 'Validation failed', missing(path)),
      'refused',
    ],
  ),
  // The whole body.
  [refused(400, 'Input validation failed'), 'good'],
  [refused(422, 'VALIDATION_ERROR'), 'good'],
  [refused(400, 'Input validation failed', missing()), 'good'],
  [refused(400, 'Bad request', missing(undefined, '"name" is required')), 'good'],
  // It says nothing of where; in another language it may be of the token.
  [refused(400, 'Bad request', missing()), 'refused'],
  [refused(400, 'Input validation failed', missing(undefined, 'Invalid access token')), 'refused'],
  [refused(400, 'Validation failed', [], 'INVALID_TOKEN'), 'refused'],
  [refused(400, 'Not authorized', missing()), 'refused'],
  // Its workspace, and nothing beside it.
  [refused(404, 'Workspace not found'), 'good'],
  [refused(404, 'No workspaces found'), 'good'],
  [refused(404, 'Workspace “Harbour” does not exist'), 'good'],
  [refused(404, 'The workspace with id 9f-2 could not be found.'), 'good'],
  [refused(404, 'WORKSPACE_NOT_FOUND'), 'good'],
  [refused(400, 'Workspace not found'), 'refused'],
  [refused(404, 'Workspace not found or access denied'), 'refused'],
  [refused(404, 'Workspace access not found'), 'refused'],
  [refused(404, 'No workspace for this token'), 'refused'],
  // No such operation.
  [refused(404, 'Not found'), 'unknownOperation'],
  [refused(405, 'Method not allowed'), 'unknownOperation'],
  [refused(404, 'Cannot PUT /v1/workspaces/themeTemplates'), 'unknownOperation'],
  [{ kind: 'rejected', status: 404, form: 'text', plainText: 'Not found' }, 'unknownOperation'],
  [{ kind: 'rejected', status: 410, form: 'empty' }, 'unknownOperation'],
  // Put off.
  [refused(429, 'Too many requests for this token'), 'busy'],
  [refused(408, ''), 'busy'],
  [refused(425, 'Input validation failed', missing('name')), 'busy'],
  // Not allowed, which may be the token.
  [refused(403, 'Input validation failed', missing('name')), 'mayBeTheToken'],
  [refused(403, 'Your plan ended'), 'mayBeTheToken'],
  // A page, perhaps not the service's.
  [{ kind: 'rejected', status: 403, form: 'html' }, 'mayBeTheToken'],
  [{ kind: 'rejected', status: 404, form: 'html' }, 'page'],
  // All else, in whichever form.
  [refused(402, 'Payment required', missing('name')), 'refused'],
  [{ kind: 'rejected', status: 400, form: 'text', plainText: 'Bad request' }, 'refused'],
  [{ kind: 'rejected', status: 400, form: 'json' }, 'refused'],
  [{ kind: 'rejected', status: 422, form: 'malformedJson' }, 'refused'],
])('%j is %s', (outcome, found) => {
  expect(checkedRefusal(outcome)).toBe(found);
  // Activity's row says the same.
  const { tone, title } = outcomeText(outcome, 'checkConnection');
  expect(tone === 'ok').toBe(found === 'good');
  expect(title.includes('operation')).toBe(found === 'unknownOperation');
});

it.each([
  'Invalid API token',
  'jwt malformed',
  'Access denied',
  'You must be logged in',
  'Key expired',
  'This workspace belongs to someone else',
  'Kein Zugriff auf diesen Workspace',
  'Your IP address is not in the allow list of this workspace',
  'Unsupported API version',
  'Maintenance',
  'name is required',
  'API_TOKEN is not configured',
  'Unexpected token } in JSON',
  'Bad request',
])('nothing follows from a 400 that says “%s”', (message) => {
  expect(checkedRefusal(refused(400, message))).toBe('refused');
  expect(outcomeText(refused(400, message), 'checkConnection').todo).toBe('');
});

it('is found in a time that doesn’t grow with the square of what came', () => {
  const begin = performance.now();
  for (const unit of ['x', 'workspace ', '“', '„', '"', ' ', 'aA', 'not found ', 'id 1 ']) {
    const text = unit.repeat(400);
    checkedRefusal(refused(404, text, missing(text, text)));
    checkedRefusal(refused(404, `workspace ${text}`));
    checkedRefusal(refused(400, text, missing(undefined, text), text));
  }
  expect(performance.now() - begin).toBeLessThan(2_000);
});

it.each([
  ['who sent it, under the name of a field', 400, { name: 'Unauthenticated' }],
  ['who sent it, in a field of languages', 400, { name: { en: 'Invalid token' } }],
  ['a thing that was looked for', 404, { workspaceId: ['not found'] }],
])('can’t tell by an issue about %s', (_what, status, errors) => {
  const error = readServiceError({ errors });
  expect(error?.issues).toHaveLength(1);
  expect(checkedRefusal({ kind: 'rejected', status, ...(error && { error }) })).toBe('refused');
});
