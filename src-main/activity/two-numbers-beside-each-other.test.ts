/**
 * The guide: “an export also masks phone numbers”. Two may stand beside each other, as in a signature or in what a service
 * lists, or one behind a day; nothing tells where the first one ends, and all of both is masked but the last two digits.
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

it('all but the last two digits of two numbers is masked', () => {
  expect(withMaskedNumbers('Only 01 23 45 67 89 / 06 12 34 56 78 can be.')).toBe(
    'Only •• •• •• •• •• / •• •• •• •• 78 can be.',
  );
});

it.each([
  ['a day in brackets', 'HTTP 429 (2026-11-27)'],
  ['a day and a time in the columns of a table', '2026-11-27\t10:15:30\t429'],
  ['more digits than a number has', '4155550123415555 and 12345678901234567890'],
])('is left as it is: %s', (_, text) => {
  expect(withMaskedNumbers(text)).toBe(text);
});

it.each([
  '1',
  '12 ',
  '12345678-',
  '4155550123 / ',
  '2026-11-27 ',
  '12\t',
  '1:41',
  '1x1',
  '12ext. 1',
  '27.11.',
  '27.11.2026 ',
  '#',
  '#123 ',
  'rgb(1 ',
  'max-age=1',
  'stale-',
])('is looked for in time that grows with the text, in a text of nothing but %s', (part) => {
  // Time that grows with its square would run into the test's limit.
  const text = part.repeat(400_000 / part.length);
  expect(withMaskedNumbers(`${text}a`)).toHaveLength(text.length + 1);
});
