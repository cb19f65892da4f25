import { describe, expect, it } from 'vitest';
import { readServiceError } from '@shared/service/answers';
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

/**
 * Some services answer 200 to everything and say in the body that it came to nothing. That isn't said to be accepted, nor to be refused:
 * it is an answer that Foyer couldn't understand, so that nothing is sent again because of it.
 */
describe('a no with 200', () => {
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
});

/**
 * Some services answer 200 to everything and have their no in the body: as a flag, a word or the number of a status, in whichever
 * letters, beside what is answered or one level down. None of them is said to be accepted.
 */
describe('a no with 200 in other words', () => {
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
    expect(kindOf('createCustomDomain', { ...body, name: 'bot.mine.example' })).not.toBe(
      'accepted',
    );
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
});

/**
 * The shape of the answer to a registration is unknown. A domain is said to be accepted where the answer has its name, or says nothing but
 * yes; a sentence may be a no, also where that has the name in it.
 */
describe('a no with 200 in a text', () => {
  function kindOf(type: string, body: string): string {
    const result: TransportResult = {
      end: 'complete',
      head: { status: 200, headers: { 'content-type': type } },
      body: Buffer.from(body),
    };
    return classify({
      ...{ operation: 'createCustomDomain', result, answer: readAnswer(result) },
      ...{ requestBody: JSON.stringify({ workspaceId: 'w1', name: 'bot.mine.example' }) },
      ...{ stoppedBy: 'cancel', hadToken: true, now: 0 },
    }).kind;
  }

  const json = 'application/json';

  it.each([
    ['nothing', json, ''],
    ['an empty object', json, '{}'],
    ['a yes', json, '{"success":true,"message":"OK","data":null}'],
    ['a yes in a text', 'text/plain', 'OK'],
    ['its name in a text', 'text/plain', 'bot.mine.example'],
    ['its name under another field', json, '{"id":7,"hosts":[{"fqdn":"BOT.mine.example."}]}'],
    ['its address', json, '{"id":7,"url":"https://bot.mine.example/start"}'],
    ['a record below it', json, '{"records":[{"name":"_check.bot.mine.example","value":"x1"}]}'],
    ['a message beside its name', json, '{"message":"Added","data":{"host":"bot.mine.example"}}'],
  ])('is said to be accepted: %s', (_, type, body) => {
    expect(kindOf(type, body)).toBe('accepted');
  });

  it.each([
    ['plain text', 'text/plain', 'Error: this domain is already taken'],
    ['a text in JSON', json, '"Error: this domain is already taken"'],
    ['in data', json, '{"data":{"success":false,"message":"The domain is taken"}}'],
    ['a GraphQL payload', json, '{"data":{"createDomain":{"ok":false,"errors":["taken"]}}}'],
    ['a sentence with its name', 'text/plain', 'bot.mine.example is already taken'],
    ['the same in JSON', json, '{"message":"bot.mine.example is already taken"}'],
    ['a message alone', json, '{"message":"The domain is taken"}'],
    ['something else', json, '{"name":"Northwind"}'],
    ['a longer name', json, '{"host":"robot.mine.example"}'],
    ['in a list of one', json, '[{"success":false,"message":"The domain is taken"}]'],
  ])('is not said to be accepted: %s', (_, type, body) => {
    expect(kindOf(type, body)).not.toBe('accepted');
  });
});

/**
 * The shape of the answer to a registration is unknown; where it says yes, it need not say to what. A yes in a word (JSend) or in the number
 * of a status is one as much as the flag is, as a no is: with a sentence or an ID beside it, Foyer says that it can't tell.
 */
describe('a yes in a word, beside a sentence', () => {
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
});

/**
 * What a service took is not said to have failed for a code, a state or a name that only looks like a no: a person would send it
 * again. What stands beside the reason isn't the reason.
 */
describe('a yes that looks like a no', () => {
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
});
