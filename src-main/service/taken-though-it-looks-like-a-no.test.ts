/**
 * What a service took is not said to have failed for a code, a state or a name that only looks like a no: a person would send it
 * again. What stands beside the reason isn't the reason.
 */
import { expect, it } from 'vitest';
import { readServiceError } from '@shared/service/answers';
import type { Operation } from '@shared/service/operations';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function outcomeOf(operation: Operation, json: unknown, requestBody = '{}') {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 200, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(json)),
  };
  const answer = readAnswer(result);
  return classify({
    ...{ operation, requestBody, result, answer, stoppedBy: 'cancel' as const },
    ...{ hadToken: true, now: 0 },
  });
}

it.each<[Operation, unknown]>([
  ['startChatAppPreview', { message: 'Preview started', code: 'PREVIEW_STARTED' }],
  ['updateSubscription', { checkoutUrl: 'https://pay.example/c/1', status: 'payment_required' }],
  [
    'updateSubscription',
    { workspace: { id: 'w1', plan: 'PRO' }, message: 'Changed', code: 'PLAN_CHANGED' },
  ],
  ['updateSubscription', { workspace: { id: 'w1', plan: 'PRO' }, errorEmail: 'ops@x.example' }],
  ['saveThemeTemplate', { id: 't1', name: 'Midnight', errorColor: '#f00', type: 'Conflict' }],
  ['saveThemeTemplate', { name: 'Midnight', workspaceId: 'w1', version: 3 }],
])('%s: %j was taken', (operation, json) => {
  expect(outcomeOf(operation, json)).toMatchObject({ kind: 'accepted' });
});

it.each([
  { workspace: { description: 'A fine place' }, cause: 'limit' },
  { request: { message: 'hello' }, failure: { at: 'db' } },
])('has no reason in %j', (body) => {
  expect(readServiceError(body)).toBeUndefined();
});
