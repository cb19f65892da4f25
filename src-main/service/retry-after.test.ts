import { expect, it } from 'vitest';
import { retryAfterSeconds } from './retry-after';

const now = Date.parse('2026-03-01T12:00:00Z');
const day = 86_400;

it.each<[string, string | undefined, number | undefined]>([
  ['seconds', '120', 120],
  ['none', '0', 0],
  ['with spaces', ' 7 ', 7],
  ['it twice', '120, 60', 120],
  ['absurd', '99999999999999999999', day],
  ['a date', 'Sun, 01 Mar 2026 12:01:30 GMT', 90],
  ['a past date', 'Sun, 01 Mar 2020 12:00:00 GMT', 0],
  ['a far date', 'Sun, 01 Mar 2099 12:00:00 GMT', day],
  ['an RFC 850 date', 'Sunday, 01-Mar-26 12:00:10 GMT', 10],
  ['an asctime date', 'Sun Mar  1 12:00:10 2026', 10],
  ['negative', '-5', undefined],
  ['a fraction', '1.5', undefined],
  ['words', 'soon', undefined],
  ['a loose date', '2026-03-01', undefined],
  ['an impossible date', 'Sun, 99 Foo 2026 12:00:00 GMT', undefined],
  ['nothing', '', undefined],
  ['no header', undefined, undefined],
])('reads %s', (_, value, seconds) => {
  expect(retryAfterSeconds(value === undefined ? {} : { 'retry-after': value }, now)).toBe(seconds);
});

it('measures a date from the date of the answer, whatever the clock here says', () => {
  const headers = {
    'retry-after': 'Sun, 01 Mar 2026 12:01:30 GMT',
    date: 'Sun, 01 Mar 2026 12:00:00 GMT',
  };
  const tenYears = 10 * 365 * day * 1_000;
  expect(retryAfterSeconds(headers, now + tenYears)).toBe(90);
  expect(retryAfterSeconds(headers, now - tenYears)).toBe(90);
});
