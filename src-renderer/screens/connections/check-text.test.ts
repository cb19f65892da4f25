import type { ConnectionCheck } from '@shared/connection';
import { describe, expect, it } from 'vitest';
import { checkText } from './check-text';

const checks: [ConnectionCheck, string, string][] = [
  [{ verdict: 'good', status: 400, detail: 'Input' }, 'ok', 'takes the token'],
  [{ verdict: 'tokenRefused', status: 401, detail: '' }, 'bad', 'refused the token (401)'],
  [{ verdict: 'serviceFailed', status: 500, detail: '' }, 'warn', 'failed (500)'],
  [{ verdict: 'acceptedEmpty' }, 'warn', 'accepted an empty theme'],
  [{ verdict: 'somethingElse', status: 200, form: 'html' }, 'warn', 'web page'],
  [
    { verdict: 'somethingElse', status: 308, form: 'redirect', host: 'www.example' },
    'warn',
    'on to www.example (308)',
  ],
  [{ verdict: 'somethingElse', status: 301, form: 'redirect' }, 'warn', 'somewhere else (301)'],
  [{ verdict: 'somethingElse', status: 404, form: 'other' }, 'warn', 'Something answers'],
  [{ verdict: 'notReached', reason: 'offline', detail: '' }, 'bad', 'not reached'],
];

describe('checkText', () => {
  it.each(checks)('%o', (check, tone, words) => {
    const text = checkText(check);
    expect(text.tone).toBe(tone);
    expect(text.title).toContain(words);
    expect(text.text).not.toBe('');
  });

  it('says at the good answer what could not be checked', () => {
    expect(checkText({ verdict: 'good', status: 400, detail: '' }).text).toBe(
      'The workspace id can’t be checked.',
    );
  });

  it('warns that a failing service may mean a wrong token', () => {
    expect(checkText({ verdict: 'serviceFailed', status: 500, detail: '' }).text).toContain(
      'wrong token',
    );
  });

  it('has a sentence for each reason, and one for those to come', () => {
    const words = ['nameNotResolved', 'certificate', 'somethingNew'].map(
      (reason) => checkText({ verdict: 'notReached', reason, detail: '' }).text,
    );
    expect(new Set(words).size).toBe(3);
  });
});
