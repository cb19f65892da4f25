/**
 * A service asks for a wait of two hours and twenty-nine minutes. Activity says so, to the minute. In the outbox a person reads how long
 * it is until Foyer tries again: that isn't half an hour less.
 */
import { expect, it } from 'vitest';
import { waitText } from '@shared/service/wait-text';
import { untilText } from './why-text';

const now = Date.parse('2026-01-02T03:04:05.000Z');
const units = { h: 3_600, min: 60, s: 1 } as const;

/** In seconds, of `2 h 29 min`. */
function secondsIn(text: string): number {
  const parts = [...text.matchAll(/(\d+) (h|min|s)\b/gu)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * units[unit as 'h'], 0);
}

it.each([
  ['the control: two hours', 7_200],
  ['two hours and 29 minutes', 8_940],
])('what is said in the outbox is no shorter than the wait: %s', (_name, seconds) => {
  expect(secondsIn(waitText(seconds))).toBe(seconds);
  const until = untilText(new Date(now + seconds * 1_000).toISOString(), now);
  expect(secondsIn(until)).toBeGreaterThanOrEqual(seconds);
});
