/**
 * An export masks phone numbers. How much a service takes, a colour, and what a style sheet says of a font or a drawing say nothing of
 * anybody, and are what a support question about a theme is about.
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
  ['a drawing', 'background: url("data:image/svg+xml,<svg viewBox=\'0 0 1024 1024\'>")'],
  ['the signs of a font', 'unicode-range: U+0000-00FF, U+0131, U+0152-0153, U+2000-206F'],
])('%s stays', (_, text) => {
  expect(withMaskedNumbers(text)).toBe(text);
});
