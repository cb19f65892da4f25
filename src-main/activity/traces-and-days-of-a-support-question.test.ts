/**
 * An export masks phone numbers. By the ID of a trace whoever runs a service finds the request in its logs: one of AWS says of nobody who they
 * are, as a UUID doesn't; and so does a day with the time behind it, as America's short form writes it.
 */
import { expect, it } from 'vitest';
import { withMaskedNumbers } from './export-redaction';

it.each([
  ['the control: a UUID', '67891234-1234-4234-8234-123456789012'],
  ['the control: a day with its time', '11/27/2026 10:15:00'],
  ['X-Amzn-Trace-Id', 'Root=1-67891234-123456789abcdef012345678'],
  ['a short day with its time', '11/27/26 10:15:00'],
])('%s stays', (_, text) => {
  expect(withMaskedNumbers(text)).toBe(text);
});
