/**
 * The guide: “an export also masks phone numbers”. Programs write a number sign before what they name by its number: “Sender #15550100123
 * is not verified”. A colour has eight digits behind it at most; everything behind one is left alone.
 */
import { expect, it } from 'vitest';
import { withMaskedNumbers } from './export-redaction';

it.each(['#30323512', '#303235', 'color: #12345678;'])('the control: a colour stays: %s', (text) => {
  expect(withMaskedNumbers(text)).toBe(text);
});

it.each([
  'Sender 15550100123 is not verified',
  'Sender #15550100123 is not verified',
  'https://chat.example/#15550100123',
  'Contact #1 555 010 0123',
])('is masked: %s', (text) => {
  expect(withMaskedNumbers(text)).not.toMatch(/0100|010 0/u);
});
