/**
 * The guide: “an export also masks phone numbers”, also one with an extension right behind it, as Americans and many address
 * books write it. Any other letter behind a row of digits makes it part of an id.
 */
import { expect, it } from 'vitest';
import { withMaskedNumbers } from './export-redaction';

it.each([
  ['the control: a blank before it', '415-555-0123 x45', '555-01'],
  ['an x', '415-555-0123x45', '555-01'],
  ['an x, from abroad', '+1 415-555-0123x45', '55-0123'],
  ['ext.', '+1 (415) 555-0123ext. 45', '555-01'],
])('is masked: %s', (_, number, digits) => {
  expect(withMaskedNumbers(`Call ${number} first.`)).not.toContain(digits);
});

it.each(['1234567abc', '12345678x', '1234567extra'])('an id stays: %s', (id) => {
  expect(withMaskedNumbers(id)).toBe(id);
});
