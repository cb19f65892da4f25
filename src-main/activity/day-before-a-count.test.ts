/** An export masks phone numbers; a day says of nobody who they are, and stays: also where a count, a price or a time stands behind it. */
import { expect, it } from 'vitest';
import { withMaskedNumbers } from './export-redaction';

it.each([
  // The controls.
  'Renews on 2026-11-27.',
  'Renews on 2026-11-27 at 10:00',
  'From 2026-11-27 to 2026-12-27',
  // A count, a price, a time.
  'Renews on 2026-11-27 (30 days left)',
  'Paid until 2026-11-27 - 12 seats',
  'Deploy 2026-11-27.3',
  'Trial ends 2026-11-27 (14 days)',
])('%s', (text) => {
  expect(withMaskedNumbers(text)).toBe(text);
});
