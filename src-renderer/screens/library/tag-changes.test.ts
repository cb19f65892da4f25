import { describe, expect, it } from 'vitest';
import { changedTags, commonTags, knownSpelling } from './tag-changes';

it('finds what all wear', () => {
  expect(commonTags([{ tags: ['A', 'B'] }, { tags: ['B', 'C', 'A'] }])).toEqual(['A', 'B']);
  expect(commonTags([{ tags: ['A'] }, { tags: [] }])).toEqual([]);
  expect(commonTags([])).toEqual([]);
});

it('keeps the spelling there is', () => {
  expect(knownSpelling(' booking ', ['Booking'])).toBe('Booking');
  expect(knownSpelling('Summer   menu', ['Booking'])).toBe('Summer menu');
});

describe('changedTags', () => {
  it('adds and removes, and leaves what was not shown', () => {
    expect(changedTags(['A', 'Own'], ['A'], ['B'])).toEqual(['Own', 'B']);
  });

  it('is nothing when nothing changes', () => {
    expect(changedTags(['A', 'Own'], ['A'], ['A'])).toBeNull();
    expect(changedTags(['A', 'B'], ['A'], ['A', 'B'])).toBeNull();
  });
});
