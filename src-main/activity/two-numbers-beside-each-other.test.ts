/**
 * The guide: “an export also masks phone numbers”. Of two that stand beside each other, as in a signature or in what a
 * service lists, or of one behind a day, the first row of up to 15 digits ends in the middle of the second number: less
 * than seven digits are left behind it, and are given away with the last two of that row.
 */
import { expect, it } from 'vitest';
import { withMaskedNumbers } from './export-redaction';

it.each([
  ['the control: with a comma', '01 23 45 67 89, 06 12 34 56 78', '34 56'],
  ['the control: ten digits in groups of three', '415 555 0123 / 415 555 0199', '555'],
  ['with a slash', '01 23 45 67 89 / 06 12 34 56 78', '34 56'],
  ['with a dash', '01 23 45 67 89 - 06 12 34 56 78', '34 56'],
  ['the second in brackets', '+33 6 12 34 56 78 (+33 1 23 45 67 89)', '3 1'],
  ['behind a day', '2026-11-27 06 12 34 56 78', '34 56'],
  ['behind a day, from abroad', '2026-11-27 +1 415 555 0123', '012'],
])('is masked: two numbers %s', (_, numbers, digits) => {
  expect(withMaskedNumbers(`Only ${numbers} can be written to.`)).not.toContain(digits);
});
