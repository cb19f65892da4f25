/**
 * Decision 25: “One reader finds the words in the bodies that frameworks write”, and Foyer shows the service's own words beside a refusal.
 * Of these, as they come out of the box, it says that it can't find a reason in the answer, which has one.
 */
import { reasonOf } from '@shared/service/reason';
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function wordsOf(status: number, body: unknown): string {
  const result: TransportResult = {
    end: 'complete',
    head: { status, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  const outcome = classify({
    ...{ operation: 'saveThemeTemplate', result, answer: readAnswer(result) },
    ...{ requestBody: '{}', stoppedBy: 'cancel', hadToken: true, now: 0 },
  });
  const reason = reasonOf(outcome as Parameters<typeof reasonOf>[0]);
  return reason.kind === 'words' ? reason.words.text : reason.kind;
}

const required = 'This field is required.';

it.each([
  ['the control: Laravel', 422, { message: 'x', errors: { name: [required] } }, required],
  ['the control: Django, flat', 400, { name: [required] }, required],
  [
    'Django, of a field inside the theme',
    400,
    { theme: { chat: { inputs: [required] } } },
    required,
  ],
  ['ASP.NET Web API', 400, { Message: 'The request is invalid.' }, 'The request is invalid.'],
  [
    'the IAM of AWS',
    403,
    { Message: 'No identity policy allows it' },
    'No identity policy allows it',
  ],
  ['Flask-JWT-Extended', 401, { msg: 'Token has expired' }, 'Token has expired'],
  ['Vapor', 409, { error: true, reason: 'The name is taken' }, 'The name is taken'],
  ['Slim', 400, { statusCode: 400, error: { description: 'No name' } }, 'No name'],
  ['JSON:API, in titles', 422, { errors: [{ title: 'The name is taken' }] }, 'The name is taken'],
  ['JSend', 400, { status: 'fail', data: { name: 'The name is taken' } }, 'The name is taken'],
  ['Apigee', 401, { fault: { faultstring: 'Invalid ApiKey' } }, 'Invalid ApiKey'],
  ['a list of one (Salesforce)', 400, [{ message: 'No name', errorCode: 'MISSING' }], 'No name'],
])('shows the words of %s', (_, status, body, words) => {
  expect(wordsOf(status, body)).toContain(words);
});
