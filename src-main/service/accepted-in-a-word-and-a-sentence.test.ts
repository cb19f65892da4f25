/**
 * The shape of the answer to a registration is unknown; where it says yes, it need not say to what. A yes in a word (JSend) or in the number
 * of a status is one as much as the flag is, as a no is: with a sentence or an ID beside it, Foyer says that it can't tell.
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function kindOf(body: unknown): string {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 200, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  return classify({
    ...{ operation: 'createCustomDomain', result, answer: readAnswer(result) },
    ...{ requestBody: JSON.stringify({ workspaceId: 'w1', name: 'bot.mine.example' }) },
    ...{ stoppedBy: 'cancel', hadToken: true, now: 0 },
  }).kind;
}

const message = 'The domain was added';

it.each([
  ['the control: by a flag', { success: true, message }],
  ['the control: by a flag, with an ID', { success: true, data: { id: 7 } }],
  ['the control: by a word alone', { status: 'success' }],
  ['by a word', { status: 'success', message }],
  ['by a word, with an ID (JSend)', { status: 'success', data: { id: 7 } }],
  ['by another word', { result: 'ok', message }],
  ['by the number of a status', { statusCode: 200, message }],
])('is accepted %s', (_, body) => {
  expect(kindOf(body)).toBe('accepted');
});

it.each([
  ['by a word', { status: 'error', message }],
  ['by the number of a status', { statusCode: 409, message }],
])('the control: is not accepted %s', (_, body) => {
  expect(kindOf(body)).not.toBe('accepted');
});
