/**
 * Signs that nobody sees are not all of one kind (`Cf`): a variation selector, which is left of a sign that was an emoji,
 * a grapheme joiner and a Hangul filler are letters and marks to Unicode. At the end of an ID they go, inside they are
 * refused, as a zero-width space is.
 */
import { expect, it } from 'vitest';
import { isPlainlySendable, withoutUnseenEnds } from './sendable-text';

it.each([
  ['the control: a zero-width space', '\u200B'],
  ['a variation selector', '\uFE0F'],
  ['a grapheme joiner', '\u034F'],
  ['a Hangul filler', '\u3164'],
])('%s', (_, unseen) => {
  expect(withoutUnseenEnds(`bot1${unseen}`)).toBe('bot1');
  expect(isPlainlySendable(`bo${unseen}t1`)).toBe(false);
});
