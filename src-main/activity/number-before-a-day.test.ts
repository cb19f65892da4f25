/**
 * The guide: “an export also masks phone numbers”. A day is nobody's number and is left, as a whole; of one with a time
 * behind it, which follows on a short number in what a service answers, the year is masked with that number.
 */
import { expect, it } from 'vitest';
import { withMaskedNumbers } from './export-redaction';

it.each([
  ['the control: behind a word', 'Try again after 2026-11-27T10:00:00Z.'],
  ['a status', 'HTTP 429 (2026-11-27T10:00:00Z)'],
  ['a limit', 'Limit of 200 - 2026-11-27T10:00:00Z'],
  ['a number in an address', '/backups/5/2026-11-27T10:00:00Z'],
  ['an id behind a status', '500 01234567-1234-7123-8123-123456789012'],
])('is left as it is: %s', (_name, text) => {
  expect(withMaskedNumbers(text)).toBe(text);
});
