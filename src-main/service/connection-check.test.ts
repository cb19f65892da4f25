import { describe, expect, it } from 'vitest';
import { m } from '@shared/messages/messages';
import type { Outcome } from '@shared/service/outcome';
import { outcomeText } from '@shared/service/outcome-text';
import type { PracticeBehaviour } from '../practice/practice';
import { readAnswer } from './answer';
import { classify } from './classify';
import { connectionCheckOf } from './connection-check';
import { canary, client, place, practice, problemOf } from './testing/fixture-service';
import type { TransportResult } from './transport';

describe('check connection', () => {
  const check = (token: string | undefined = canary, baseAddress = place.baseAddress) =>
    client.checkConnection({ label: 'New', baseAddress, presentation: { kind: 'bearer' } }, token);

  it('is good when the body was judged', async () => {
    expect(await check()).toMatchObject({
      verdict: 'good',
      status: 400,
      detail: expect.stringContaining('Input validation failed') as string,
    });
    expect(practice.state().templates).toEqual([]);
    expect(practice.received()[0]?.path).toBe('/api/v1/themeTemplates/foyer-connection-check');
  });

  it.each<[string, PracticeBehaviour, object]>([
    [
      'a page',
      { status: 404, form: 'html' },
      { verdict: 'somethingElse', status: 404, form: 'html' },
    ],
    ['a page of 200', { form: 'html' }, { verdict: 'somethingElse', status: 200, form: 'html' }],
    ['a text', { status: 404, form: 'text' }, { verdict: 'refused', status: 404 }],
    ['another text', { status: 400, form: 'text' }, { verdict: 'refused', status: 400 }],
    ['an accepted one', { status: 200 }, { verdict: 'acceptedEmpty' }],
    ['a 201', { status: 201 }, { verdict: 'somethingElse', status: 201, form: 'other' }],
    [
      'a redirect',
      { redirect: { status: 302, to: 'https://login.example/' } },
      { verdict: 'somethingElse', status: 302, form: 'redirect', host: 'login.example' },
    ],
    ['a failure', { status: 503 }, { verdict: 'serviceFailed', status: 503 }],
    ['a 403', { status: 403 }, { verdict: 'tokenRefused', status: 403 }],
    ['a 407', { status: 407 }, { verdict: 'somethingElse', status: 407, form: 'other' }],
    ['a cut', { cut: 'afterReading' }, { verdict: 'notReached', reason: 'connectionClosed' }],
    ['100 MB', { form: 'huge' }, { verdict: 'somethingElse', status: 200, form: 'other' }],
  ])('tells %s', async (_, behaviour, expected) => {
    practice.setBehaviour('saveThemeTemplate', behaviour);
    expect(await check()).toMatchObject(expected);
  });

  it('tells a wrong token, in both ways that services answer it', async () => {
    expect(await check('wrong')).toMatchObject({ verdict: 'tokenRefused', status: 401 });
    practice.beLikeARealService();
    expect(await check('wrong')).toMatchObject({ verdict: 'serviceFailed', status: 500 });
  });

  it('takes no word of a 400 for one about the token', async () => {
    const message = 'Invalid API token';
    practice.setBehaviour('saveThemeTemplate', { status: 400, message });
    const found = { verdict: 'refused', status: 400, detail: message };
    expect(await check(`${canary}-mistyped`)).toEqual(found);
  });

  it('tells a place that is not there', async () => {
    await practice.stop();
    expect(await check()).toMatchObject({ verdict: 'notReached', reason: 'connectionRefused' });
  });

  it('asks for a token first', async () => {
    expect(await problemOf(check(''))).toEqual({ code: 'tokenMissing', label: 'New' });
  });
});

/** The verdict of *Check connection* by what answered; what the refusal of an empty theme tells is in judged-theme.test.ts. */
describe('the verdict of Check connection', () => {
  function checked(status: number, body: unknown, type = 'application/json') {
    const result: TransportResult = {
      end: 'complete',
      head: { status, headers: { 'content-type': type } },
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    };
    const answer = readAnswer(result);
    const outcome = classify({
      ...{ operation: 'saveThemeTemplate', result, answer, stoppedBy: 'cancel', hadToken: true },
      ...{ requestBody: '{}', now: 0 },
    });
    return { outcome, check: connectionCheckOf(outcome, answer?.form ?? 'empty') };
  }

  const required = 'This field is required.';

  it.each([
    [400, { name: [required], theme: [required] }],
    [422, { detail: [{ loc: ['body', 'name'], msg: 'field required', type: 'missing' }] }],
    [400, { title: 'Errors occurred.', status: 400, errors: { Name: [required] } }],
    [
      400,
      { error: { message: 'Invalid', issues: [{ path: ['workspaceId'], message: 'Required' }] } },
    ],
  ])('is good where a place in the body was judged, in whichever body: %i %j', (status, body) => {
    expect(checked(status, body).check.verdict).toBe('good');
  });

  it.each([
    [400, { message: 'Invalid token' }, 'Invalid token'],
    [400, { error: 'Invalid token' }, 'Invalid token'],
    [400, { error: { code: 'invalid_token', message: 'Invalid token' } }, 'Invalid token'],
    [
      400,
      { errors: ['Could not route to /v1/themeTemplates'] },
      'Could not route to /v1/themeTemplates',
    ],
    [400, { message: 'Bad', errors: { 'x-version': ['Unknown'] } }, 'Bad\nx-version: Unknown'],
    [402, { message: 'Payment required' }, 'Payment required'],
    [400, 'Bad request', 'Bad request'],
    [400, { reason: 1 }, ''],
    // It answers 200 to everything, and has its no in the body.
    [200, { success: false, message: 'Invalid token' }, 'Invalid token'],
    [200, { ok: false, error: 'invalid_auth' }, 'invalid_auth'],
    [200, { status: 'error', message: 'name is required' }, 'name is required'],
    [200, { success: false }, ''],
  ])(
    'is refused, with the service’s words, where nothing follows: %i %j',
    (status, body, detail) => {
      const { check, outcome } = checked(
        status,
        body,
        typeof body === 'string' ? 'text/plain' : undefined,
      );
      expect(check).toEqual({ verdict: 'refused', status, detail });
      const row = outcomeText(outcome, 'checkConnection');
      expect(row).toMatchObject({
        tone: 'bad',
        title: `The service refused it (${String(status)}).`,
      });
      expect(row.words?.text ?? '').toBe(detail);
    },
  );

  it('is the token’s, as far as is known, by a 401 or a 403', () => {
    for (const status of [401, 403]) {
      expect(checked(status, { message: 'No' }).check).toEqual({
        ...{ verdict: 'tokenRefused', status, detail: 'No', form: 'json' },
      });
      expect(checked(status, '<html>', 'text/html').check).toEqual({
        ...{ verdict: 'tokenRefused', status, detail: '', form: 'html' },
      });
    }
  });

  it('says of any other page that it is one', () => {
    expect(checked(400, '<html>', 'text/html').check).toMatchObject({ form: 'html' });
    expect(checked(200, '<html>', 'text/html').check).toMatchObject({ form: 'html' });
  });

  it.each([{ themeTemplate: { id: 'foyer-connection-check', name: '' } }, { hello: 1 }])(
    'says that an empty theme was accepted, and so does Activity: %j',
    (body) => {
      const { check, outcome } = checked(200, body);
      expect(check.verdict).toBe('acceptedEmpty');
      expect(outcomeText(outcome, 'checkConnection').title).toBe(
        'The service accepted an empty theme.',
      );
    },
  );

  it('says of a failure whether it may mean a wrong token', () => {
    const check = (status: number, message: string) => {
      const outcome: Outcome = { kind: 'serviceFailed', status, error: { message, issues: [] } };
      return connectionCheckOf(outcome, 'json');
    };
    expect(check(500, 'Internal server error')).toMatchObject({ mayMeanWrongToken: true });
    expect(check(500, 'Can’t reach the database')).toMatchObject({ mayMeanWrongToken: false });
    expect(check(503, '')).toMatchObject({ mayMeanWrongToken: false });
  });
});

/**
 * Behind a proxy that can't reach it, a service is not what answers: nginx, Cloudflare (521) and the sign-in of a hotel (511) do, with a page.
 * Of a refusal by a page, Check connection says that it may not be the service's; of this one it says that the service answered, while the
 * row in Activity of the same answer says that it may not have come from the service.
 */
describe('a failure with a page', () => {
  function checked(status: number, type: string, body: string) {
    const result: TransportResult = {
      end: 'complete',
      head: { status, headers: { 'content-type': type } },
      body: Buffer.from(body),
    };
    const answer = readAnswer(result);
    const outcome = classify({
      ...{ operation: 'saveThemeTemplate', result, answer, stoppedBy: 'cancel', hadToken: true },
      ...{ requestBody: '{}', now: 0 },
    });
    return {
      check: connectionCheckOf(outcome, answer?.form ?? 'empty'),
      row: outcomeText(outcome, 'checkConnection'),
    };
  }

  const ofNginx = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

  it('the control: of a refusal, both say that it was a page', () => {
    const { check, row } = checked(405, 'text/html', ofNginx);
    expect(row.todo).toContain(m.outcome_reason_page());
    expect(check).toMatchObject({ form: 'html' });
  });

  it.each([502, 503, 504, 511, 521])(
    'a failure with a page is told as one as well: %i',
    (status) => {
      const { check, row } = checked(status, 'text/html', ofNginx);
      // The control.
      expect(row.todo).toContain(m.outcome_reason_page());
      // The screen has nothing by which it could say anything but that the service answered with an error.
      expect(check).not.toEqual(checked(status, 'application/json', '{"message":""}').check);
    },
  );
});
