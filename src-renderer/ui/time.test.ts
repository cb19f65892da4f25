import { describe, expect, it } from 'vitest';
import { dayAndTime, dayHeading, fullTime, relativeTime } from './time';

// A Thursday, local time, so that days turn where the test runs.
const now = new Date(2024, 10, 14, 15, 0, 0).getTime();
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

describe('relativeTime', () => {
  it.each([
    [at(2024, 10, 14, 14, 59), '1 min ago'],
    [new Date(now - 20_000).toISOString(), 'Just now'],
    [at(2024, 10, 14, 14, 56), '4 min ago'],
    [at(2024, 10, 14, 13, 0), '2 h ago'],
    [at(2024, 10, 13, 23, 0), 'Yesterday'],
    [at(2024, 10, 12, 9, 0), 'Tuesday'],
    [at(2024, 10, 7, 9, 0), '7 Nov'],
    [at(2023, 10, 7, 9, 0), '7 Nov 2023'],
    // A clock that was set back.
    [at(2024, 10, 15, 9, 0), '15 Nov'],
    ['not a time', 'not a time'],
  ])('%s is %s', (iso, words) => {
    expect(relativeTime(iso, now)).toBe(words);
  });
});

describe('dayAndTime and fullTime', () => {
  it('say the day and the time of day', () => {
    expect(dayAndTime(at(2024, 10, 14, 9, 31), now)).toBe('14 Nov, 09:31');
    expect(fullTime(at(2024, 10, 14, 9, 31))).toContain('Thursday');
  });
  it('give back what is no time', () => {
    expect(dayAndTime('soon', now)).toBe('soon');
    expect(fullTime('soon')).toBe('soon');
  });
});

describe('dayHeading', () => {
  it.each([
    [at(2024, 10, 14, 0, 1), 'Today'],
    [at(2024, 10, 13, 23, 59), 'Yesterday'],
    [at(2024, 10, 12, 9, 0), 'Tuesday, 12 Nov'],
    [at(2023, 10, 7, 9, 0), 'Tuesday, 7 Nov 2023'],
    ['not a time', 'not a time'],
  ])('%s is under %s', (iso, words) => {
    expect(dayHeading(iso, now)).toBe(words);
  });
});
