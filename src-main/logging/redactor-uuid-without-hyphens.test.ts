/**
 * A token that is a UUID was pasted without its hyphens, as many tools give it. A service that keeps UUIDs reads it as the same
 * one, and writes it in its own way, with hyphens, in what it says of it: “Token … has expired”. That is the token all the same.
 */
import { expect, it } from 'vitest';
import { createRedactor } from './redactor';

const plain = '7d0c1f4e55a94b1e9c3d2e8f6a0b7c15';
const hyphenated = '7d0c1f4e-55a9-4b1e-9c3d-2e8f6a0b7c15';

it.each([
  ['the control: with hyphens, written without', hyphenated, plain],
  ['without hyphens, written with', plain, hyphenated],
  ['without hyphens, written with, in capitals', plain, hyphenated.toUpperCase()],
])('a UUID is hidden however a service writes it: %s', (_, token, written) => {
  const redactor = createRedactor();
  redactor.registerSecret(token);
  expect(redactor.text(`Token ${written} has expired`)).toBe('Token [redacted] has expired');
});
