import { expect, it } from 'vitest';
import { isStopped, isWaiting } from './outbox-reasons';
import type { OutboxReason } from './publishing';

it.each<[OutboxReason, boolean, boolean]>([
  ['turn', true, false],
  ['paused', true, false],
  ['themeMissing', true, false],
  ['otherLibrary', true, false],
  ['refused', false, true],
  ['decision', false, true],
  ['unnoted', false, false],
])('of %s is said that it waits: %s, and that it needs a person: %s', (why, waits, stops) => {
  expect(isWaiting({ why })).toBe(waits);
  expect(isStopped({ why })).toBe(stops);
});
