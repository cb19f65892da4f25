/**
 * Some services answer 200 to everything and say in the body that it came to nothing. That isn't said to be accepted, nor to be refused:
 * it is an answer that Foyer couldn't understand, so that nothing is sent again because of it.
 */
import { expect, it } from 'vitest';
import type { Operation } from '@shared/service/operations';
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
  ['createCustomDomain', { name: 'bot.mine.example' }],
  ['createCustomDomain', { name: 'bot.mine.example', success: true, error: null, errors: [] }],
  ['createCustomDomain', { name: 'bot.mine.example', error: { code: 0, message: null } }],
  ['createCustomDomain', { name: 'bot.mine.example', error: '', errors: {}, status: 'pending' }],
  ['startChatAppPreview', { message: 'success' }],
  ['startChatAppPreview', { message: 'success', error: false, ok: true }],
  // Saved, with something to say of it: sent again, it would be there twice.
  ['saveThemeTemplate', { themeTemplate: { id: 't', name: 'Harbour' }, errors: ['customCss'] }],
] as const)('%s is accepted: %j', (operation, body) => {
  expect(kindOf(operation, body)).toBe('accepted');
});

it.each([
  ['saveThemeTemplate', { success: false, message: 'The name is taken' }],
  ['saveThemeTemplate', { success: false, name: 'Harbour' }],
  ['updateSubscription', { success: false, message: 'The card was declined' }],
  ['createCustomDomain', { success: false, message: 'The domain is taken' }],
  ['createCustomDomain', { success: 'false', message: 'The domain is taken' }],
  ['createCustomDomain', { error: { message: 'The domain is taken' } }],
  ['createCustomDomain', { errors: [{ message: 'The domain is taken' }] }],
  ['createCustomDomain', { status: 'error', name: 'bot.mine.example' }],
  ['startChatAppPreview', { success: false, message: 'The recipient is unknown' }],
  ['startChatAppPreview', { error: true, message: 'The recipient is unknown' }],
  ['startChatAppPreview', { ok: false, message: 'The recipient is unknown' }],
] as const)('%s is not said to be accepted: %j', (operation, body) => {
  expect(kindOf(operation, body)).toBe('acceptedUnreadable');
});
