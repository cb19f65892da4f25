/** Which words of what was entered as a token are secret by themselves. */
import { expect, it } from 'vitest';
import { secretParts } from './secret-parts';

it.each([
  ['Bearer abcdefghijkl', ['abcdefghijkl']],
  ['Authorization: Token abcdefghijkl', ['abcdefghijkl']],
  ['Token token="abcdefghijkl"', ['abcdefghijkl']],
  ['northwind 9f8e7d6c5b4a', ['9f8e7d6c5b4a']],
  // A sentence: nothing in it is secret alone.
  ['my token for production', []],
])('%s', (entered, parts) => {
  expect(secretParts(entered)).toEqual([entered, ...parts]);
});
