/**
 * Some services answer 200 to everything and have their no in the body: as a flag, a word or the number of a status, in whichever
 * letters, beside what is answered or one level down. None of them is said to be accepted.
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

it.each([
  ['the control', { status: 'error', message: 'It could not be done' }],
  ['another word', { status: 'failed', message: 'It could not be done' }],
  ['in capitals', { status: 'ERROR', message: 'It could not be done' }],
  ['as PHP writes it', { success: 0, message: 'It could not be done' }],
  ['as a number', { error: 1, message: 'It could not be done' }],
  ['by the status it would have had', { statusCode: 409, message: 'It could not be done' }],
  ['the same, shorter', { status: 409, message: 'It could not be done' }],
  ['the same, in a text', { Code: '409', message: 'It could not be done' }],
  ['as .NET writes it', { Success: false, message: 'It could not be done' }],
  ['in data', { message: 'It could not be done', data: { success: false } }],
])('is not said to be accepted: %s', (_, body) => {
  expect(kindOf('createCustomDomain', { ...body, name: 'bot.mine.example' })).not.toBe('accepted');
  expect(kindOf('startChatAppPreview', body)).not.toBe('accepted');
});

it.each([
  { message: 'Started', error: 'none', errors: [], code: 0 },
  { message: 'Started', Success: 'True', status: 'OK', statusCode: 200 },
  { message: 'Started', status: 'pending', data: { success: 1 } },
])('is accepted: %j', (body) => {
  expect(kindOf('createCustomDomain', { ...body, name: 'bot.mine.example' })).toBe('accepted');
  expect(kindOf('startChatAppPreview', body)).toBe('accepted');
});
