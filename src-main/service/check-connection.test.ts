import { describe, expect, it } from 'vitest';
import { type PracticeBehaviour } from '../practice/practice';
import { canary, practice, place, client, problemOf } from './testing/fixture-service';

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
