/**
 * Services that don't tell a stranger what there is answer 404 with both in one sentence. “… or you don’t have access to it” is no good
 * end of *Check connection*; the same in the words that Foyer knows as those of a refusal anywhere else is one, as it leaves them
 * out of a 404: “The service accepts this token”.
 */
import type { Outcome } from '@shared/service/outcome';
import { expect, it } from 'vitest';
import { connectionCheckOf } from './connection-check';

const verdictOf = (message: string) => {
  const outcome: Outcome = { kind: 'rejected', status: 404, error: { message, issues: [] } };
  return connectionCheckOf(outcome, 'json').verdict;
};

it('the controls', () => {
  expect(verdictOf('Workspace not found')).toBe('good');
  expect(verdictOf('Workspace not found or you don’t have access to it')).not.toBe('good');
});

it.each([
  'Workspace not found or access denied',
  'Workspace not found or permission denied',
  'Workspace not found or insufficient permissions',
])('“%s” is not good', (message) => {
  expect(verdictOf(message)).not.toBe('good');
});
