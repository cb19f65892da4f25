/**
 * The guide: “headers and fields that sound secret, are removed before anything is recorded”. Of a refusal that has what it says under the
 * fields' names, the recorded body is without what could be a secret; its words, which are recorded beside it and shown, still have it.
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import { createRedaction } from './exchange-redaction';
import { recordedAnswer, withoutSecrets } from './recorded-exchange';
import type { TransportResult } from './transport';

function recorded(body: unknown) {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 422, headers: { 'content-type': 'application/json', 'content-length': '9' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  const answer = readAnswer(result);
  const redaction = createRedaction({
    ...{ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses: true },
  });
  const end = classify({
    ...{ operation: 'createCustomDomain', result, answer, requestBody: '{"name":"a.example"}' },
    ...{ stoppedBy: 'cancel', hadToken: true, now: 0 },
  });
  const shown = recordedAnswer(result, answer, redaction);
  return { body: shown?.body ?? '', outcome: JSON.stringify(withoutSecrets(end, redaction)) };
}

it.each([
  ['in a list (Rails, Laravel)', { errors: { api_key: ['a9f8e7d6c5b4 is unknown'] } }],
  ['as a text (Mongoose)', { message: 'Invalid', errors: { secret: 'a9f8e7d6c5b4 is used up' } }],
  ['alone (Django)', { password: ['a9f8e7d6c5b4 is one of the most common'] }],
])('a secret under its field’s name is in no record of the refusal, %s', (_, body) => {
  const all = recorded(body);
  // The control.
  expect(all.body).not.toContain('a9f8e7d6c5b4');
  expect(all.outcome).not.toContain('a9f8e7d6c5b4');
});

it.each([
  ['of a header that lacks', { path: ['headers', 'authorization'], message: 'Required' }],
  ['of a token in a word', { path: 'token', message: 'expired' }],
  ['of a token with a time', { path: 'token', message: 'Token expired at 2026-11-27T10:00:00Z' }],
])('what an issue says %s stays', (_, issue) => {
  expect(recorded({ message: 'Invalid', issues: [issue] }).outcome).toContain(issue.message);
});
