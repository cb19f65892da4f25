/**
 * An export is for a support question and masks phone numbers. How many bytes a service takes, and until when it takes no more, are what
 * such a question is about; each stands beside a word that says that it is nobody's number.
 */
import { newId } from '../storage/storage';
import type { ActivityDetails } from '@shared/activity';
import { expect, it } from 'vitest';
import { maskPersonalData, withMaskedNumbers } from './export-redaction';

it.each([
  'Request body too large. The max request body size is 900000 bytes.', // the control
  // Kestrel's own, nginx's log, PHP's.
  'Request body too large. The max request body size is 30000000 bytes.',
  'client intended to send too large body: 10485761 bytes',
  'Allowed memory size of 134217728 bytes exhausted',
])('stays: %s', (text) => {
  expect(withMaskedNumbers(text)).toBe(text);
});

it('the moment of a limit, in the header that everybody has for it', () => {
  const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-reset': '1764285600' };
  const details: ActivityDetails = {
    ...{ id: newId(), sequence: 1, at: '2026-11-20T14:05:00.000Z', kind: 'saveThemeTemplate' },
    ...{ subject: 'Harbour', connectionId: 'c', connectionLabel: 'Northwind', tookMs: 3 },
    outcome: { kind: 'rejected', status: 429, error: { message: 'Too many', issues: [] } },
    request: { method: 'PUT', url: 'https://n.example', headers: {}, body: '{}' },
    answer: { status: 429, headers, form: 'json', body: '{}', isCut: false },
  };
  expect(maskPersonalData(details).answer?.headers).toEqual(headers);
});
