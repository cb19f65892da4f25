/**
 * A PDF in a browser gives a control character (U+0002), or a character that is none (U+FFFE), for a hyphen at which an ID
 * is broken over two lines. A field shows nothing there: the ID looks right, and names another. It goes at an end, and is
 * refused inside, as a zero-width space is.
 */
import { expect, it } from 'vitest';
import { isPlainlySendable, withoutUnseenEnds } from './sendable-text';

it.each([
  ['the control: a zero-width space', '\u200B'],
  ['a hyphen of a PDF', '\u0002'],
  ['a hyphen of a newer reader', '\uFFFE'],
  ['a deletion', '\u007F'],
  ['a next line of a mainframe', '\u0085'],
])('%s', (_, unseen) => {
  expect(isPlainlySendable(`clx1${unseen}9f`)).toBe(false);
  expect(withoutUnseenEnds(`clx19f${unseen}`)).toBe('clx19f');
});
