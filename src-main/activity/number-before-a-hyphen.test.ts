/**
 * The guide: “an export also masks phone numbers”. Services of chats put the number before a hyphen: the id of a WhatsApp
 * group is the number of who made it, a hyphen and a time; a recording is called by the number and the day; a status
 * follows on the number. Only an id and a day are left, each as a whole.
 */
import { expect, it } from 'vitest';
import { withMaskedNumbers } from './export-redaction';

it.each([
  ['the control: nothing follows', '"chatId":"4917012345678@c.us"', '4917012345678'],
  ['the id of a group', '"chatId":"4917012345678-1612345678@g.us"', '4917012345678'],
  ['the name of a recording', '"file":"4917012345678-2026-11-27.ogg"', '4917012345678'],
  ['a word', '"status":"+4917012345678-delivered"', '4917012345678'],
  ['a word behind a number with blanks', '"status":"+49 170 1234567-blocked"', '170 1234567'],
])('a phone number before a hyphen is masked: %s', (_, text, number) => {
  expect(withMaskedNumbers(text)).not.toContain(number);
});

it.each([
  ['a day', 'message-2026-11-27.log'],
  ['an id behind letters', 'cl01234567-1234-7123-8123-123456789012'],
])('%s is left', (_, text) => {
  expect(withMaskedNumbers(text)).toBe(text);
});

it('a long text of what almost is a number, an id or a day takes no time', () => {
  const text = '01234567-1234-'.repeat(20_000) + '2026-11-2026-11-'.repeat(20_000);
  const start = performance.now();
  withMaskedNumbers(text);
  expect(performance.now() - start).toBeLessThan(5_000);
});
