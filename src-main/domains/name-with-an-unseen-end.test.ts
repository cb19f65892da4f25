/**
 * A domain is copied from where it stands beside text in Hebrew or Arabic, or out of a chat: with a mark of direction
 * behind it, or round it, that nobody sees. It can be registered, and a person sees nothing that is wrong with it. A
 * zero-width space or a soft hyphen there is taken off already.
 */
import { expect, it } from 'vitest';
import { readDomainName } from './domain-name';

it.each([
  ['the control: a blank', 'chat.example.com '],
  ['the control: a zero-width space', 'chat.example.com\u200B'],
  ['the control: a soft hyphen', 'chat.example.com\u00AD'],
  ['a left-to-right mark', 'chat.example.com\u200E'],
  ['an embedding round it', '\u202Achat.example.com\u202C'],
  ['an isolate round it', '\u2066chat.example.com\u2069'],
  ['a mark behind the rest of an address', 'https://chat.example.com\u200E/'],
  ['what a PDF has', 'chat.example.com\u0002'],
])('%s', (_, typed) => {
  expect(readDomainName(typed)).toMatchObject({ ok: true, ascii: 'chat.example.com' });
});
