/**
 * Some services answer 200 to everything and say in the body that it came to nothing: `{"success": false, "message": …}`. Of a theme
 * and a plan Foyer says that it couldn't understand that. Of a domain and a preview it says “The service accepted it”, in green,
 * and `foyer preview` ends with 0.
 */
import { expect, it } from 'vitest';
import type { Operation } from '@shared/service/operations';
import { outcomeText } from '@shared/service/outcome-text';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function toneOf(operation: Operation, body: unknown): string {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 200, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  const outcome = classify({
    operation,
    requestBody: JSON.stringify({ workspaceId: 'w1', name: 'bot.mine.example', to: 'mia' }),
    result,
    answer: readAnswer(result),
    stoppedBy: 'cancel',
    hadToken: true,
    now: 0,
  });
  return outcomeText(outcome, operation).tone;
}

it('the control: what was done', () => {
  expect(toneOf('createCustomDomain', { name: 'bot.mine.example' })).toBe('ok');
  expect(toneOf('startChatAppPreview', { message: 'success' })).toBe('ok');
});

it.each([
  ['the control', 'saveThemeTemplate', { success: false, message: 'The name is taken' }],
  ['the control', 'updateSubscription', { success: false, message: 'The card was declined' }],
  ['a domain', 'createCustomDomain', { success: false, message: 'The domain is taken' }],
  ['a domain', 'createCustomDomain', { error: { message: 'The domain is taken' } }],
  ['a domain', 'createCustomDomain', { errors: [{ message: 'The domain is taken' }] }],
  ['a preview', 'startChatAppPreview', { success: false, message: 'The recipient is unknown' }],
  ['a preview', 'startChatAppPreview', { error: true, message: 'The recipient is unknown' }],
] as const)('%s is not said to be accepted: %s', (_, operation, body) => {
  expect(toneOf(operation, body)).not.toBe('ok');
});
