import { describe, expect, it } from 'vitest';
import { fitsLock, isNodeNewEnough } from './set-up.mjs';

describe('the version of Node', () => {
  it.each([
    ['20.19.0', true],
    ['20.20.2', true],
    ['22.0.0', true],
    ['20.18.3', false],
    ['18.20.0', false],
  ])('%s is new enough for 20.19: %s', (version, answer) => {
    expect(isNodeNewEnough(version, '>=20.19')).toBe(answer);
  });
});

describe('what npm has installed', () => {
  const lock = {
    packages: {
      '': { name: 'foyer' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/only-on-mac': { version: '2.0.0', optional: true },
    },
  };

  it('fits when only optional packages are absent', () => {
    expect(fitsLock(lock, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toBe(true);
  });

  it.each([
    ['a package is absent', {}],
    ['a version differs', { 'node_modules/a': { version: '1.0.1' } }],
    [
      'there is one too many',
      { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } },
    ],
    [
      'an optional one is there in another version',
      { 'node_modules/a': { version: '1.0.0' }, 'node_modules/only-on-mac': { version: '1.9.0' } },
    ],
  ])('does not fit when %s', (_when, packages) => {
    expect(fitsLock(lock, { packages })).toBe(false);
  });
});
