/**
 * Some services answer 200 to everything and have their no in the body. It is seen only as `success: false`, `ok: false`, a `status` of
 * `error` or `fail`, and a text or an object in `error`; in the other writings of the same the window says *The service accepted
 * the domain*, *The service accepted the preview*, of what the answer says came to nothing.
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
])('is not said to be accepted: %s', (_, body) => {
  expect(kindOf('createCustomDomain', body)).not.toBe('accepted');
  expect(kindOf('startChatAppPreview', body)).not.toBe('accepted');
});
