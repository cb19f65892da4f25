/**
 * An export masks phone numbers. How much a service takes and a colour say nothing of anybody, and are what a support question about a theme is about.
 */
import { expect, it } from 'vitest';
import { withMaskedNumbers } from './export-redaction';

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
