/**
 * *Check connection*: a 400 of an API that has its reason in `error` or its findings by field is said to be “not like this kind of service”, and
 * the person is sent to the base address: also where it says in plain words that the token is invalid, or which fields of the empty theme
 * are missing (Django REST, FastAPI, ASP.NET).
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import { connectionCheckOf } from './connection-check';
import type { TransportResult } from './transport';

function verdictOf(status: number, body: unknown) {
  const result: TransportResult = {
    end: 'complete',
    head: { status, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  const answer = readAnswer(result);
  const outcome = classify({
    ...{ operation: 'saveThemeTemplate', result, answer, stoppedBy: 'cancel', hadToken: true },
    ...{ requestBody: '{}', now: 0 },
  });
  return connectionCheckOf(outcome, answer?.form ?? 'empty').verdict;
}

it('the control: the same in message', () => {
  expect(verdictOf(400, { message: 'Invalid token' })).toBe('tokenRefused');
});

it.each([{ error: 'Invalid token' }, { error: { code: 'invalid_token', message: 'Invalid token' } }])(
  'the token is doubted: %j',
  (body) => {
    expect(verdictOf(400, body)).toBe('tokenRefused');
  },
);

it.each([
  [400, { name: ['This field is required.'], theme: ['This field is required.'] }],
  [422, { detail: [{ loc: ['body', 'name'], msg: 'field required', type: 'missing' }] }],
  [
    400,
    {
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
      title: 'One or more validation errors occurred.',
      status: 400,
      errors: { Name: ['The Name field is required.'] },
    },
  ],
] as const)('is not said to be something else: %i %j', (status, body) => {
  expect(verdictOf(status, body)).not.toBe('somethingElse');
});
