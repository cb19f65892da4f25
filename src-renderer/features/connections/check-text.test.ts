import type { ConnectionCheck } from '@shared/connection';
import { describe, expect, it } from 'vitest';
import { checkText } from './check-text';

const checks: [ConnectionCheck, string, string][] = [
  [{ verdict: 'good', status: 400, detail: 'Input' }, 'ok', 'accepts this token'],
  [{ verdict: 'tokenRefused', status: 401, detail: '' }, 'bad', 'refused the token (401)'],
  [
    { verdict: 'refused', status: 402, detail: 'Payment required' },
    'warn',
    'refused the request (402)',
  ],
  [
    { verdict: 'serviceFailed', status: 500, detail: '', mayMeanWrongToken: true },
    'warn',
    'with an error (500)',
  ],
  [
    { verdict: 'unknownOperation', status: 404, detail: 'Not found' },
    'warn',
    'Something answered (404), but it doesn’t have this operation',
  ],
  [{ verdict: 'busy', status: 429, detail: '' }, 'warn', 'asked Foyer to wait (429)'],
  // What gives up for time asks for no wait (408, as proxies give it), nor does a 425.
  [{ verdict: 'busy', status: 408, detail: '' }, 'warn', 'couldn’t be done now (408)'],
  [{ verdict: 'busy', status: 425, detail: '' }, 'warn', 'couldn’t be done now (425)'],
  [{ verdict: 'acceptedEmpty' }, 'warn', 'accepted an empty theme'],
  [{ verdict: 'somethingElse', status: 200, form: 'html' }, 'warn', 'web page'],
  [
    { verdict: 'somethingElse', status: 308, form: 'redirect', host: 'www.example' },
    'warn',
    'redirects to www.example (308)',
  ],
  [
    { verdict: 'somethingElse', status: 301, form: 'redirect' },
    'warn',
    'redirects elsewhere (301)',
  ],
  [{ verdict: 'somethingElse', status: 404, form: 'other' }, 'warn', 'Something answered (404)'],
  [{ verdict: 'notReached', reason: 'offline', detail: '' }, 'bad', 'Couldn’t reach the service'],
];

describe('checkText', () => {
  it.each(checks)('%o', (check, tone, words) => {
    const text = checkText(check, 'bearer');
    expect(text.tone).toBe(tone);
    expect(text.title).toContain(words);
    expect(text.text).not.toBe('');
  });

  it('says at the good answer what could not be checked', () => {
    expect(checkText({ verdict: 'good', status: 400, detail: '' }, 'bearer').text).toBe(
      'It rejected an empty test theme (400), as expected. Foyer can’t check the workspace ID.',
    );
  });

  it('warns that a failing service may mean a wrong token, but not where it named its cause', () => {
    const failed = { verdict: 'serviceFailed', status: 500, detail: '' } as const;
    expect(checkText({ ...failed, mayMeanWrongToken: true }, 'bearer').text).toContain(
      'wrong token',
    );
    expect(checkText({ ...failed, mayMeanWrongToken: false }, 'bearer').text).not.toContain(
      'wrong token',
    );
  });

  it('says of a failure with a page that it may not be the service’s', () => {
    const failed = { verdict: 'serviceFailed', status: 502, detail: '' } as const;
    const check = { ...failed, mayMeanWrongToken: false, form: 'html' } as const;
    expect(checkText(check, 'bearer').title).toBe(
      'A web page, perhaps not the service’s, answered with an error (502)',
    );
  });

  it('says that a 403 may mean the token, where one was sent', () => {
    const refused = { verdict: 'tokenRefused', status: 403, detail: 'No' } as const;
    const withToken = checkText(refused, 'bearer');
    expect(withToken.title).toBe('The service refused the request (403)');
    expect(withToken.text).toContain('The token may be wrong');
    expect(withToken.detail).toBe('No');
    expect(checkText(refused, 'none').text).toContain('If it needs a token');
  });

  it('says of any other refusal that nothing is known of the token', () => {
    const refused = { verdict: 'refused', status: 400, detail: 'Invalid token' } as const;
    const withToken = checkText(refused, 'bearer');
    expect(withToken.text).toBe('Foyer can’t tell whether it accepts this token.');
    expect(withToken.detail).toBe('Invalid token');
    expect(checkText(refused, 'none').text).toContain('If it needs a token');
  });

  it('sends to the base address where the operation is not there', () => {
    const unknown = { verdict: 'unknownOperation', status: 404, detail: '' } as const;
    expect(checkText(unknown, 'bearer').text).toContain('base address');
  });

  it('has a sentence for each reason, and one for those to come', () => {
    const words = ['nameNotResolved', 'certificate', 'somethingNew'].map(
      (reason) => checkText({ verdict: 'notReached', reason, detail: '' }, 'bearer').text,
    );
    expect(new Set(words).size).toBe(3);
  });
});
