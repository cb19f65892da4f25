/**
 * Some services answer 200 to everything, and have their no in the body: as a code of their own beside `data: null`, as the code of an error,
 * as the kind of the message, or as a word for the status that it would have had. None of them is said to be accepted.
 */
import type { Operation } from '@shared/service/operations';
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function kindOf(operation: Operation, body: unknown): string {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 200, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  return classify({
    ...{ operation, result, answer: readAnswer(result), stoppedBy: 'cancel', hadToken: true },
    requestBody: JSON.stringify({ workspaceId: 'w1', name: 'bot.mine.example', to: 'mia' }),
    now: 0,
  }).kind;
}

const message = 'It could not be done';

it.each([
  ['the control: by the number of a status', { code: 409, message }],
  ['by a code of its own, without data', { code: 10001, message, data: null }],
  ['by the code of an error', { errorCode: 'NOT_ALLOWED', message }],
  ['as WeChat writes it', { errcode: 40013, errmsg: message, message }],
  ['by its kind', { type: 'error', message }],
  ['by a flag of the other sense', { hasError: true, message }],
  ['by the same in other words', { isError: true, message }],
  ['by the word for a status', { status: 'unauthorized', message }],
  ['by another', { status: 'not_found', message }],
  ['by its number and word', { status: '403 Forbidden', message }],
])('is not said to be accepted: %s', (_, body) => {
  const domain = { ...body, domain: 'bot.mine.example' };
  expect.soft(kindOf('createCustomDomain', domain)).not.toBe('accepted');
  expect.soft(kindOf('startChatAppPreview', body)).not.toBe('accepted');
});

it.each([
  ['by a code of nought', { code: 0, message: 'ok', data: null }],
  ['by the code of no error', { errorCode: 0, hasError: false, message: 'ok' }],
  ['by its kind', { type: 'success', message: 'ok' }],
])('the control: is accepted %s', (_, body) => {
  expect(kindOf('startChatAppPreview', body)).toBe('accepted');
});
