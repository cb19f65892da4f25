/**
 * Of a 404 that says what wasn't found, Check connection says “Something answered, but it doesn't have this operation. Check the base address”.
 * A service that looked for a template, the token's owner or a project has the operation, and its address is right: decision 25 says of
 * every other refusal that it can't tell.
 */
import { expect, it } from 'vitest';
import { checkedRefusal } from './judged-theme';

const of404 = (message: string) =>
  checkedRefusal({ kind: 'rejected', status: 404, error: { message, issues: [] } });

it.each(['Not found', 'Cannot PUT /v1/themeTemplates/x', 'Route PUT:/v1 not found'])(
  'the control: the operation isn’t there: “%s”',
  (message) => {
    expect(of404(message)).toBe('unknownOperation');
  },
);

it('the control: a workspace is something that was looked for', () => {
  expect(of404('No workspace for this token')).toBe('refused');
});

it.each([
  'Theme template not found',
  'No query results for model [App\\Models\\ThemeTemplate] foyer-connection-check',
  'No ThemeTemplate matches the given query.',
  "Couldn't find ThemeTemplate with 'id'=foyer-connection-check",
  'User not found',
  'Project not found',
])('something else was looked for: “%s”', (message) => {
  expect(of404(message)).toBe('refused');
});
