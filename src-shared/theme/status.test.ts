import { describe, expect, it } from 'vitest';
import { deliverySchema, mostNeedy, relationSchema, statusWord, statusWords } from './status';

describe('the word of a status', () => {
  it.each([
    ['never', 'idle', 'draft'],
    ['same', 'idle', 'published'],
    ['changed', 'idle', 'changed'],
    ['never', 'waiting', 'waiting'],
    ['same', 'paused', 'waiting'],
    ['changed', 'blocked', 'waiting'],
    ['same', 'unnoted', 'unrecorded'],
    ['changed', 'sending', 'publishing'],
    ['never', 'refused', 'failed'],
    ['same', 'unknown', 'unknown'],
  ] as const)('of %s and %s is %s', (relation, delivery, word) => {
    expect(statusWord(relation, delivery)).toBe(word);
  });

  it('is there for every pair', () => {
    for (const relation of relationSchema.options) {
      for (const delivery of deliverySchema.options) {
        expect(statusWords).toContain(statusWord(relation, delivery));
      }
    }
  });
});

describe('of several words', () => {
  it('the one that needs a person most is shown', () => {
    expect(mostNeedy(['published', 'draft'])).toBe('published');
    expect(mostNeedy(['published', 'changed', 'waiting'])).toBe('changed');
    expect(mostNeedy([...statusWords].reverse())).toBe('failed');
    expect(mostNeedy([])).toBe('draft');
  });
});
