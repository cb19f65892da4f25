import { expect, it } from 'vitest';
import { isLoopback } from './loopback';

it.each([
  ['http://localhost:80', true],
  ['http://127.0.0.1', true],
  ['http://127.1', true],
  ['http://2130706433', true],
  ['http://[::1]:8080', true],
  ['http://[::2]', false],
  ['http://128.0.0.1', false],
  ['http://127.0.0.1.example', false],
  ['http://localhost.example', false],
  ['http://example/127.0.0.1', false],
])('%s: %s', (address, expected) => {
  expect(isLoopback(new URL(address).hostname)).toBe(expected);
});
