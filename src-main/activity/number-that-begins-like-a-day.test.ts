/**
 * The guide: “an export also masks phone numbers”. A number in groups of four, two and two digits, as people write it, begins
 * like a day; more digits follow, so that it is none. It was masked before; now all of it is given away.
 */
import { expect, it } from 'vitest';
import { withMaskedNumbers } from './export-redaction';

it.each([
  ['the control: another beginning', 'Number 2312-10-15-12 is unknown.', '2312-10-15-12'],
  ['two more digits', 'Number 2012-10-15-12 is unknown.', '2012-10-15-12'],
  ['four more digits', 'Number 2012-10-15 1234 is unknown.', '2012-10-15 1234'],
  [
    'four more, behind a day as people write it',
    'Number 15.10.2012 1234 is unknown.',
    '15.10.2012',
  ],
  ['another group before such a day', 'Number 1.15.10.2012 is unknown.', '15.10.2012'],
  ['such a day behind a country’s code', 'Number +45 12.12.2012 is unknown.', '12.12.2012'],
  ['another one', 'Number +47 2012-12-12 is unknown.', '2012-12-12'],
  ['in brackets', 'Number (+45) 12.12.2012 is unknown.', '12.12.2012'],
])('is masked: %s', (_, text, number) => {
  expect(withMaskedNumbers(text)).not.toContain(number);
});

it.each(['In UTC+1 2026-11-27 it ends.', 'In GMT+0100 27.11.2026 it ends.'])(
  'stays: %s',
  (text) => {
    expect(withMaskedNumbers(text)).toBe(text);
  },
);
