import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Operation } from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import { outcomeText } from '@shared/service/outcome-text';
import { reasonOf } from '@shared/service/reason';
import { readAnswer } from './answer';
import { classify } from './classify';
import { client, connectionAt, requestOf } from './testing/fixture-service';
import type { TransportResult } from './transport';

describe('the reason in an answer', () => {
  async function answered(
    operation: Operation,
    status: number,
    headers: Record<string, string>,
    body: string,
  ): Promise<Outcome> {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, headers);
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
    const sent = await client.send(connectionAt(base), requestOf(operation, base), {
      kind: operation,
      subject: 'x',
      once: true,
    });
    server.close();
    return sent.outcome;
  }

  it('is a short plain text', async () => {
    expect(await answered('saveThemeTemplate', 413, {}, 'Body exceeded 1mb limit\n')).toEqual({
      kind: 'rejected',
      status: 413,
      form: 'text',
      plainText: 'Body exceeded 1mb limit',
    });
  });

  it('is none where a page or nothing came', async () => {
    const type = { 'content-type': 'text/html' };
    expect(await answered('saveThemeTemplate', 404, type, '<h1>Gone</h1>')).toEqual({
      kind: 'rejected',
      status: 404,
      form: 'html',
    });
    expect(await answered('saveThemeTemplate', 431, {}, '')).toEqual({
      kind: 'rejected',
      status: 431,
      form: 'empty',
    });
  });

  it.each([
    ['{"customDomain":{"name":"other.example"}}', { otherDomain: 'other.example' }],
    ['{"name":"other.example"}', { otherDomain: 'other.example' }],
    ['{"customDomain":{"name":"CHAT.example.com."}}', {}],
    ['{"customDomain":{"name":"chat.example.com","workspace":{"name":"a.b"}}}', {}],
    ['{"ok":true}', {}],
    ['[]', {}],
  ])(
    'says of a registration answered with %s whether it is another domain’s',
    async (body, more) => {
      expect(await answered('createCustomDomain', 200, {}, body)).toEqual({
        kind: 'accepted',
        status: 200,
        ...more,
      });
    },
  );
});

/**
 * A refusal is shown with the service's own words. Foyer asks for JSON; so `BadRequest("…")` of ASP.NET Core answers a text in JSON, and
 * Spring and nginx (`default_type application/json`) answer a bare text that is called JSON. Both are as readable as in `text/plain`.
 */
describe('a reason in a bare text', () => {
  function wordsOf(type: string, body: string): string {
    const result: TransportResult = {
      end: 'complete',
      head: { status: 400, headers: { 'content-type': type } },
      body: Buffer.from(body),
    };
    const outcome = classify({
      ...{ operation: 'createCustomDomain', result, answer: readAnswer(result) },
      ...{ requestBody: '{}', stoppedBy: 'cancel', hadToken: true, now: 0 },
    });
    const reason = reasonOf(outcome as Parameters<typeof reasonOf>[0]);
    return reason.kind === 'words' ? reason.words.text : reason.kind;
  }

  const said = 'The domain is already taken';

  it.each([
    ['the control: a plain text', 'text/plain', said],
    ['a text in JSON (ASP.NET Core)', 'application/json; charset=utf-8', JSON.stringify(said)],
    ['a list with one text in it', 'application/json', JSON.stringify([said])],
    ['a bare text that is called JSON (Spring, nginx)', 'application/json', said],
  ])('is shown: %s', (_, type, body) => {
    expect(wordsOf(type, body)).toBe(said);
  });
});

/**
 * Decision 25: “One reader finds the words in the bodies that frameworks write”, and Foyer shows the service's own words beside a refusal.
 * Of these, as they come out of the box, it says that it can't find a reason in the answer, which has one.
 */
describe('the words in bodies of frameworks', () => {
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
});

/** A 401 refuses the token; a 403 refuses this request, and nothing else, in whichever body and words. */
describe('what a status refuses', () => {
  function outcomeOf(status: number, body: unknown, hadToken = true) {
    const result: TransportResult = {
      end: 'complete',
      head: { status, headers: { 'content-type': 'application/json' } },
      body: Buffer.from(JSON.stringify(body)),
    };
    return classify({
      ...{ operation: 'saveThemeTemplate', result, answer: readAnswer(result) },
      ...{ stoppedBy: 'cancel', hadToken, requestBody: '{}', now: 0 },
    });
  }

  it('a 403 waits for nothing: what it refuses is refused', () => {
    const head = { status: 403, headers: { 'retry-after': '60' } };
    const result: TransportResult = { end: 'complete', head, body: Buffer.from('') };
    const end = { operation: 'saveThemeTemplate', result, answer: readAnswer(result) } as const;
    const rest = { stoppedBy: 'cancel', hadToken: true, requestBody: '{}', now: 0 } as const;
    expect(classify({ ...end, ...rest })).not.toHaveProperty('retryAfter');
  });

  const limit = 'You have reached the limit of 10 themes';

  it.each([
    { message: limit },
    { message: 'Forbidden', code: 'INVALID_TOKEN' },
    { message: 'You don’t have access to this workspace' },
    { message: 'You don’t have access to this feature on your current plan. Upgrade to Pro.' },
    { message: 'Login is in use by another workspace' },
    { statusCode: 403, error: limit },
    { error: { type: 'limit_reached', message: limit } },
    { detail: limit },
    { type: 'about:blank', title: 'Forbidden', status: 403, detail: limit },
    { errors: [{ message: limit }] },
    {},
  ])('%j', (body) => {
    const forbidden = outcomeOf(403, body);
    expect(forbidden.kind).toBe('rejected');
    expect(outcomeOf(401, body).kind).toBe('tokenRefused');
    if (JSON.stringify(body).includes(limit)) {
      expect(outcomeText(forbidden, 'saveThemeTemplate').words?.text).toBe(limit);
    }
  });

  it('what may be for the token says that the request had none, where it had none', () => {
    for (const status of [401, 403, 404, 500]) {
      expect(outcomeOf(status, {}, false)).toHaveProperty('isWithoutToken', true);
      expect(outcomeOf(status, {})).not.toHaveProperty('isWithoutToken');
    }
    expect(outcomeOf(400, {}, false)).not.toHaveProperty('isWithoutToken');
  });

  it.each([
    ['startChatAppPreview', 500],
    ['startChatAppPreview', 404],
    ['saveThemeTemplate', 404],
    ['createCustomDomain', 404],
    ['updateSubscription', 404],
  ] as const)('the token may be the reason where there was one: %s, %i', (kind, status) => {
    const todo = (hadToken: boolean) => outcomeText(outcomeOf(status, {}, hadToken), kind).todo;
    expect(todo(true)).toMatch(/token/u);
    expect(todo(false)).not.toBe('');
    expect(todo(false)).not.toMatch(/token/u);
  });
});
