/**
 * An export masks phone numbers; “days stay readable”. What JavaScript writes of a `Date`, what PHP, Go and mail logs write, has the
 * month as a word before the day: its day, its year and its hour are together as many digits as a number has.
 */
import { expect, it } from 'vitest';
import { withMaskedNumbers } from './export-redaction';

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
