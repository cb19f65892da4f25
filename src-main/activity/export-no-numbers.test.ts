/** An export masks phone numbers; what says of nobody who they are stays. */
import { describe, expect, it } from 'vitest';
import type { ActivityDetails } from '@shared/activity';
import { newId } from '../storage/storage';
import { maskPersonalData, withMaskedNumbers } from './export-redaction';

/**
 * An export for a support question masks phone numbers; a day and a colour say of nobody who they are, and stay: also the days of
 * localized answers (`27.11.2026`), the colours of today's CSS (`rgb(255 255 255 / 50%)`), the header that nearly each service
 * sends (`max-age=31536000`), and the host that a redirect points at, where it is an address.
 */
describe('colours, days and hosts', () => {
  it.each([
    // The controls.
    'Renews on 2026-11-27',
    'background: rgb(255, 255, 255)',
    // Days as services write them where they speak German, English or Japanese.
    'Verlängert sich am 27.11.2026',
    'Se renueva el 27/11/2026',
    'Renews on 11/27/2026',
    '2026/11/27 に更新されます',
    '27. 11. 2026',
    'At 11/27/2026 1:05 PM',
    'From 27.11.2026 to 27.12.2026 (30 days)',
    // Colours without commas.
    'background: rgb(255 255 255)',
    'color: rgb(120 130 140 / 50%)',
    // In each answer over https.
    'max-age=31536000; includeSubDomains',
    'public, s-maxage=31536000, stale-while-revalidate=31536000',
  ])('%s', (text) => {
    expect(withMaskedNumbers(text)).toBe(text);
  });

  it.each(['rgb(15550100123)', 'max-age=15550100123', '27.11.20261234'])(
    'a number in their place is masked: %s',
    (text) => {
      expect(withMaskedNumbers(text)).not.toBe(text);
    },
  );

  it('the host of a redirect stays, as that of the request does', () => {
    const details: ActivityDetails = {
      ...{ id: 'a', sequence: 1, at: '2026-11-20T14:05:00.000Z', kind: 'saveThemeTemplate' },
      ...{ subject: 'Harbour', connectionId: 'c', connectionLabel: 'Northwind', tookMs: 3 },
      outcome: { kind: 'redirected', status: 308, host: '192.168.178.120:8443' },
      request: { method: 'PUT', url: 'http://192.168.178.120/v1/x', headers: {}, body: '{}' },
      answer: null,
    };
    const masked = maskPersonalData(details);
    expect(masked.request.url).toContain('192.168.178.120');
    expect(masked.outcome).toMatchObject({ host: '192.168.178.120:8443' });
  });
});

/** An export masks phone numbers; a day says of nobody who they are, and stays: also where a count, a price or a time stands behind it. */
describe('a day before a count', () => {
  it.each([
    // The controls.
    'Renews on 2026-11-27.',
    'Renews on 2026-11-27 at 10:00',
    'From 2026-11-27 to 2026-12-27',
    // A count, a price, a time.
    'Renews on 2026-11-27 (30 days left)',
    'Paid until 2026-11-27 - 12 seats',
    'Deploy 2026-11-27.3',
    'Trial ends 2026-11-27 (14 days)',
  ])('%s', (text) => {
    expect(withMaskedNumbers(text)).toBe(text);
  });
});

/**
 * An export masks phone numbers; “days stay readable”. What JavaScript writes of a `Date`, what PHP, Go and mail logs write, has the
 * month as a word before the day: its day, its year and its hour are together as many digits as a number has.
 */
describe('a day as a script writes it in English', () => {
  it.each([
    // The controls.
    'Fri, 27 Nov 2026 10:15:30 GMT',
    '2026-11-27 10:15:30',
    // `String(new Date())`, and `date('M j Y H:i')`.
    'Locked until Fri Nov 27 2026 10:15:30 GMT+0000 (Coordinated Universal Time)',
    'Renews on Nov 27 2026 10:15',
    'Paid until November 27 2026 10:15',
  ])('stays: %s', (text) => {
    expect(withMaskedNumbers(text)).toBe(text);
  });

  it('the control: a number behind such a day is masked', () => {
    expect(withMaskedNumbers('Nov 27 2026 170 1234567')).not.toContain('1234567');
  });
});

/**
 * An export masks phone numbers. How much a service takes and a colour say nothing of anybody, and are what a support question about a theme is about.
 */
describe('sizes and CSS', () => {
  it.each([
    ['the control: a phone number', '+49 170 1234567', '+•• ••• •••••67'],
    ['the control: a size', 'The limit is 1048576 bytes', 'The limit is 1048576 bytes'],
  ])('%s', (_, text, shown) => {
    expect(withMaskedNumbers(text)).toBe(shown);
  });

  it.each([
    ['the limit of a service', 'customCss may have at most 1048576 characters'],
    ['a size in groups', 'The limit is 1 048 576 bytes'],
    ['a size in groups, as in German', 'Höchstens 1.048.576 Bytes'],
    ['a size in kilobytes', 'client_max_body_size: 1048576k, body: 2097152 KB'],
    ['how long another address holds (Alt-Svc)', 'h3=":443"; ma=2592000'],
    ['a colour', 'color: oklch(0.7 0.1 240)'],
  ])('%s stays', (_, text) => {
    expect(withMaskedNumbers(text)).toBe(text);
  });

  it.each([
    '447700900123 GB',
    '2045551234 MB',
    '204 555 123 MB',
    '+49 170 123 456 kB',
    '+49 1701234 KB',
    'ma=1701234567',
    'u+49170-123456',
    '<svg viewBox="0 0 4917012345 1024">',
  ])('%s may have a number in it', (text) => {
    expect(withMaskedNumbers(text)).toContain('•');
  });
});

/**
 * An export is for a support question and masks phone numbers. How many bytes a service takes, and until when it takes no more, are what
 * such a question is about; each stands beside a word that says that it is nobody's number.
 */
describe('sizes, and until when a service takes no more', () => {
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

  it('the control: a number before such a word is masked', () => {
    expect(withMaskedNumbers('+49 170 1234567 bytes')).not.toContain('1234567');
  });
});

/**
 * An export masks phone numbers. By the ID of a trace whoever runs a service finds the request in its logs: one of AWS says of nobody who they
 * are, as a UUID doesn't; and so does a day with the time behind it, as America's short form writes it.
 */
describe('the IDs of traces, and a day with a time', () => {
  it.each([
    ['the control: a UUID', '67891234-1234-4234-8234-123456789012'],
    ['the control: a day with its time', '11/27/2026 10:15:00'],
    ['X-Amzn-Trace-Id', 'Root=1-67891234-123456789abcdef012345678'],
    ['a short day with its time', '11/27/26 10:15:00'],
  ])('%s stays', (_, text) => {
    expect(withMaskedNumbers(text)).toBe(text);
  });
});
