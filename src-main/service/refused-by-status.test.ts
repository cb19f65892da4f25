/** A 401 refuses the token; a 403 refuses this request, and nothing else, in whichever body and words. */
import { outcomeText } from '@shared/service/outcome-text';
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function outcomeOf(status: number, body: unknown, hadToken = true) {
  const result: TransportResult = {
    end: 'complete',
    head: { status, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  return classify({
    ...{ operation: 'saveThemeTemplate', result, answer: readAnswer(result) },
    ...{ stoppedBy: 'cancel', hadToken, requestBody: '{}', now: 0 },
  });
}

it('a 403 waits for nothing: what it refuses is refused', () => {
  const head = { status: 403, headers: { 'retry-after': '60' } };
  const result: TransportResult = { end: 'complete', head, body: Buffer.from('') };
  const end = { operation: 'saveThemeTemplate', result, answer: readAnswer(result) } as const;
  const rest = { stoppedBy: 'cancel', hadToken: true, requestBody: '{}', now: 0 } as const;
  expect(classify({ ...end, ...rest })).not.toHaveProperty('retryAfter');
});

const limit = 'You have reached the limit of 10 themes';

it.each([
  { message: limit },
  { message: 'Forbidden', code: 'INVALID_TOKEN' },
  { message: 'You don’t have access to this workspace' },
  { message: 'You don’t have access to this feature on your current plan. Upgrade to Pro.' },
  { message: 'Login is in use by another workspace' },
  { statusCode: 403, error: limit },
  { error: { type: 'limit_reached', message: limit } },
  { detail: limit },
  { type: 'about:blank', title: 'Forbidden', status: 403, detail: limit },
  { errors: [{ message: limit }] },
  {},
])('%j', (body) => {
  const forbidden = outcomeOf(403, body);
  expect(forbidden.kind).toBe('rejected');
  expect(outcomeOf(401, body).kind).toBe('tokenRefused');
  if (JSON.stringify(body).includes(limit)) {
    expect(outcomeText(forbidden, 'saveThemeTemplate').words?.text).toBe(limit);
  }
});

it('both say that the request had no token, where it had none', () => {
  for (const status of [401, 403]) {
    expect(outcomeOf(status, {}, false)).toHaveProperty('isWithoutToken', true);
    expect(outcomeOf(status, {})).not.toHaveProperty('isWithoutToken');
  }
  expect(outcomeOf(400, {}, false)).not.toHaveProperty('isWithoutToken');
});
