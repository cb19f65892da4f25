/**
 * An export for a support question masks phone numbers; a day and a colour say of nobody who they are, and stay. The days of localized
 * answers (`27.11.2026`) and the colours of today's CSS (`rgb(255 255 255 / 50%)`) are masked, and so are the header that nearly each
 * service sends (`max-age=31536000`) and the host that a redirect points at, where it is an address.
 */
import type { ActivityDetails } from '@shared/activity';
import { expect, it } from 'vitest';
import { maskPersonalData, withMaskedNumbers } from './export-redaction';

it.each([
  // The controls.
  'Renews on 2026-11-27',
  'background: rgb(255, 255, 255)',
  // Days as services write them where they speak German, English or Japanese.
  'Verlängert sich am 27.11.2026',
  'Se renueva el 27/11/2026',
  'Renews on 11/27/2026',
  '2026/11/27 に更新されます',
  // Colours without commas.
  'background: rgb(255 255 255)',
  'color: rgb(120 130 140 / 50%)',
  // In each answer over https.
  'max-age=31536000; includeSubDomains',
])('%s', (text) => {
  expect(withMaskedNumbers(text)).toBe(text);
});

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
