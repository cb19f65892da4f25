/**
 * *Check connection* says “The service accepts this token” only where the theme was judged. A 400 that names a workspace or a theme and
 * none of the English words that Foyer knows for a refusal is taken for that: in other languages each refusal is, and in English
 * those to a viewer, a guest, or of somebody else's workspace. The connection is added with a token that can publish nothing.
 */
import { expect, it } from 'vitest';
import type { Outcome } from '@shared/service/outcome';
import { connectionCheckOf } from './connection-check';

const verdictOf = (message: string) => {
  const outcome: Outcome = { kind: 'rejected', status: 400, error: { message, issues: [] } };
  return connectionCheckOf(outcome, 'json').verdict;
};

it('the controls', () => {
  expect(verdictOf('workspaceId is required')).toBe('good');
  expect(verdictOf('You do not have access to this workspace')).toBe('tokenRefused');
});

it.each([
  'Kein Zugriff auf diesen Workspace',
  'Sie haben keine Berechtigung für diesen Workspace',
  'No tienes acceso a este workspace',
  'Accès refusé à ce workspace',
  'Je hebt geen toegang tot deze workspace',
])('in another language: “%s” is not good', (message) => {
  expect(verdictOf(message)).not.toBe('good');
});

it.each([
  'Forbidden workspace',
  'Workspace access refused',
  'This workspace belongs to someone else',
  'Your role in this workspace is viewer',
  'Viewers may only read this workspace',
  'Guests cannot edit themes',
  'This workspace requires single sign-on',
])('“%s” is not good', (message) => {
  expect(verdictOf(message)).not.toBe('good');
});
