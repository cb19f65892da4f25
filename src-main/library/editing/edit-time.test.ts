import { expect, it } from 'vitest';
import { editTime } from './edit-time';

const now = new Date('2026-05-10T12:00:00.000Z');

it.each([
  ['a time before', '2026-05-10T11:59:00.000Z', '2026-05-10T12:00:00.000Z'],
  ['a clock that is ahead', '2026-05-10T13:00:00.000Z', '2026-05-10T13:00:00.001Z'],
  ['a clock that was a year ahead', '2027-05-10T12:00:00.000Z', '2026-05-10T12:00:00.000Z'],
  ['no time', 'yesterday', '2026-05-10T12:00:00.000Z'],
])('an edit after %s is later than it, and not in another year', (_what, last, at) => {
  expect(editTime(last, now)).toBe(at);
});
