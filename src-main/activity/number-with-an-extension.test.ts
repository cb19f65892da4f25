/**
 * The guide: “an export also masks phone numbers”. A number with an extension right behind it, as Americans and many
 * address books write it, is given away whole, or but for its first digits: no letter may stand behind what is masked.
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
