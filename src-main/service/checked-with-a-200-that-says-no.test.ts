/**
 * *Check connection*: a service that answers 200 to everything and has its no in the body has refused the empty theme, or the token.
 * The window says *The service accepted an empty theme*, that it may be a different server, and to check the base address.
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import { connectionCheckOf } from './connection-check';
import type { TransportResult } from './transport';

function verdictOf(body: unknown) {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 200, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  const answer = readAnswer(result);
  const outcome = classify({
    ...{ operation: 'saveThemeTemplate', result, answer, stoppedBy: 'cancel', hadToken: true },
    ...{ requestBody: '{}', now: 0 },
  });
  return connectionCheckOf(outcome, answer?.form ?? 'empty').verdict;
}

it('the control: an empty theme was saved', () => {
  expect(verdictOf({ themeTemplate: { id: 'foyer-connection-check', name: '' } })).toBe(
    'acceptedEmpty',
  );
});

it.each([
  { success: false, message: 'Invalid token' },
  { ok: false, error: 'invalid_auth' },
  { status: 'error', message: 'name is required' },
])('is not said to have accepted it: %j', (body) => {
  expect(verdictOf(body)).not.toBe('acceptedEmpty');
});
