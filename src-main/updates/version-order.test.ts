import { describe, expect, it } from 'vitest';
import { isNewer } from './version-order';

describe('a published version', () => {
  it.each([
    ['0.2.0', '0.1.0'],
    ['0.1.10', '0.1.9'],
    ['1.0.0', '0.99.99'],
    ['1.2.0', '1.2.0-beta.1'],
  ])('%s is newer than %s', (released, present) => {
    expect(isNewer(released, present)).toBe(true);
  });

  it.each([
    ['0.1.0', '0.1.0'],
    ['0.1.0', '0.1.0+test'],
    ['0.1.9', '0.1.10'],
    ['0.9.0', '1.0.0-beta.1'],
    ['newest', '0.1.0'],
    ['1.0.0-beta.1', '0.1.0'],
  ])('%s is not newer than %s', (released, present) => {
    expect(isNewer(released, present)).toBe(false);
  });
});
