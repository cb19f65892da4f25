/** The verdict of *Check connection* by what answered; what the refusal of an empty theme tells is in judged-theme.test.ts. */
import type { Outcome } from '@shared/service/outcome';
import { outcomeText } from '@shared/service/outcome-text';
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import { connectionCheckOf } from './connection-check';
import type { TransportResult } from './transport';

function checked(status: number, body: unknown, type = 'application/json') {
  const result: TransportResult = {
    end: 'complete',
    head: { status, headers: { 'content-type': type } },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  };
  const answer = readAnswer(result);
  const outcome = classify({
    ...{ operation: 'saveThemeTemplate', result, answer, stoppedBy: 'cancel', hadToken: true },
    ...{ requestBody: '{}', now: 0 },
  });
  return { outcome, check: connectionCheckOf(outcome, answer?.form ?? 'empty') };
}

const required = 'This field is required.';

it.each([
  [400, { name: [required], theme: [required] }],
  [422, { detail: [{ loc: ['body', 'name'], msg: 'field required', type: 'missing' }] }],
  [400, { title: 'Errors occurred.', status: 400, errors: { Name: [required] } }],
  [
    400,
    { error: { message: 'Invalid', issues: [{ path: ['workspaceId'], message: 'Required' }] } },
  ],
])('is good where a place in the body was judged, in whichever body: %i %j', (status, body) => {
  expect(checked(status, body).check.verdict).toBe('good');
});

it.each([
  [400, { message: 'Invalid token' }, 'Invalid token'],
  [400, { error: 'Invalid token' }, 'Invalid token'],
  [400, { error: { code: 'invalid_token', message: 'Invalid token' } }, 'Invalid token'],
  [
    400,
    { errors: ['Could not route to /v1/themeTemplates'] },
    'Could not route to /v1/themeTemplates',
  ],
  [400, { message: 'Bad', errors: { 'x-version': ['Unknown'] } }, 'Bad\nx-version: Unknown'],
  [402, { message: 'Payment required' }, 'Payment required'],
  [400, 'Bad request', 'Bad request'],
  [400, { reason: 1 }, ''],
  // It answers 200 to everything, and has its no in the body.
  [200, { success: false, message: 'Invalid token' }, 'Invalid token'],
  [200, { ok: false, error: 'invalid_auth' }, 'invalid_auth'],
  [200, { status: 'error', message: 'name is required' }, 'name is required'],
  [200, { success: false }, ''],
])('is refused, with the service’s words, where nothing follows: %i %j', (status, body, detail) => {
  const { check, outcome } = checked(
    status,
    body,
    typeof body === 'string' ? 'text/plain' : undefined,
  );
  expect(check).toEqual({ verdict: 'refused', status, detail });
  const row = outcomeText(outcome, 'checkConnection');
  expect(row).toMatchObject({ tone: 'bad', title: `The service refused it (${String(status)}).` });
  expect(row.words?.text ?? '').toBe(detail);
});

it('is the token’s, as far as is known, by a 401 or a 403', () => {
  for (const status of [401, 403]) {
    expect(checked(status, { message: 'No' }).check).toEqual({
      ...{ verdict: 'tokenRefused', status, detail: 'No', form: 'json' },
    });
    expect(checked(status, '<html>', 'text/html').check).toEqual({
      ...{ verdict: 'tokenRefused', status, detail: '', form: 'html' },
    });
  }
});

it('says of any other page that it is one', () => {
  expect(checked(400, '<html>', 'text/html').check).toMatchObject({ form: 'html' });
  expect(checked(200, '<html>', 'text/html').check).toMatchObject({ form: 'html' });
});

it.each([{ themeTemplate: { id: 'foyer-connection-check', name: '' } }, { hello: 1 }])(
  'says that an empty theme was accepted, and so does Activity: %j',
  (body) => {
    const { check, outcome } = checked(200, body);
    expect(check.verdict).toBe('acceptedEmpty');
    expect(outcomeText(outcome, 'checkConnection').title).toBe(
      'The service accepted an empty theme.',
    );
  },
);

it('says of a failure whether it may mean a wrong token', () => {
  const check = (status: number, message: string) => {
    const outcome: Outcome = { kind: 'serviceFailed', status, error: { message, issues: [] } };
    return connectionCheckOf(outcome, 'json');
  };
  expect(check(500, 'Internal server error')).toMatchObject({ mayMeanWrongToken: true });
  expect(check(500, 'Can’t reach the database')).toMatchObject({ mayMeanWrongToken: false });
  expect(check(503, '')).toMatchObject({ mayMeanWrongToken: false });
});
