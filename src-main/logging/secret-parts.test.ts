/** Which words of what was entered as a token are secret by themselves. */
import { expect, it } from 'vitest';
import { secretParts } from './secret-parts';

it.each([
  ['Bearer abcdefghijkl', ['abcdefghijkl']],
  ['Authorization: Token abcdefghijkl', ['abcdefghijkl']],
  ['Token token="abcdefghijkl"', ['abcdefghijkl']],
  ['northwind 9f8e7d6c5b4a', ['9f8e7d6c5b4a']],
  // What `Basic` is made of.
  ['bWlhOlMzY3JldC1wYXNz', ['mia:S3cret-pass', 'S3cret-pass']],
  ['Basic bWlhOlMzY3JldC1wYXNz', ['bWlhOlMzY3JldC1wYXNz', 'mia:S3cret-pass', 'S3cret-pass']],
  ['c2tfbGl2ZV8xMjM0Og==', ['sk_live_1234:', 'sk_live_1234']],
  // `mia:northwind`, of which the word alone is anybody's.
  ['bWlhOm5vcnRod2luZA==', ['mia:northwind']],
  // A sentence: nothing in it is secret alone.
  ['my token for production', []],
])('%s', (entered, parts) => {
  expect(secretParts(entered)).toEqual([entered, ...parts]);
});
