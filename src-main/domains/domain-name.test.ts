import { describe, expect, it } from 'vitest';
import { readDomainName } from './domain-name';

const label63 = 'a'.repeat(63);
/** 253 characters: three labels of 63, one of 57 and `.com`. */
const longest = `${label63}.${label63}.${label63}.${'a'.repeat(57)}.com`;

describe('readDomainName', () => {
  it.each([
    ['example.com', 'example.com', 'apex'],
    ['bot.example.com', 'bot.example.com', 'subdomain'],
    ['a.b.c.example.com', 'a.b.c.example.com', 'subdomain'],
    ['example.co.uk', 'example.co.uk', 'apex'],
    ['bot.example.co.uk', 'bot.example.co.uk', 'subdomain'],
    ['bot.example.com.br', 'bot.example.com.br', 'subdomain'],
    ['example.com.br', 'example.com.br', 'apex'],
    ['example.online', 'example.online', 'apex'],
    ['chat.example.online', 'chat.example.online', 'subdomain'],
    ['EXAMPLE.Com', 'example.com', 'apex'],
    ['  example.com\n', 'example.com', 'apex'],
    ['example.com.', 'example.com', 'apex'],
    ['https://example.com/path?query#hash', 'example.com', 'apex'],
    ['HTTPS://Bot.Example.com:8443/', 'bot.example.com', 'subdomain'],
    ['//example.com', 'example.com', 'apex'],
    ['example.com/path', 'example.com', 'apex'],
    ['example.com:8080', 'example.com', 'apex'],
    ['bücher.de', 'xn--bcher-kva.de', 'apex'],
    ['BÜCHER.de', 'xn--bcher-kva.de', 'apex'],
    ['bu\u0308cher.de', 'xn--bcher-kva.de', 'apex'],
    ['xn--bcher-kva.de', 'xn--bcher-kva.de', 'apex'],
    ['straße.de', 'xn--strae-oqa.de', 'apex'],
    ['chat.例え.jp', 'chat.xn--r8jz45g.jp', 'subdomain'],
    ['ｅｘａｍｐｌｅ。com', 'example.com', 'apex'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai', 'apex'],
    ['رؤية.com', 'xn--jgbkw5h.com', 'apex'],
    ['👍.ws', 'xn--yp8h.ws', 'apex'],
    ['1.example.com', '1.example.com', 'subdomain'],
    ['123.com', '123.com', 'apex'],
    ['a-b.example.com', 'a-b.example.com', 'subdomain'],
    ['r3---sn.example.com', 'r3---sn.example.com', 'subdomain'],
    ['example.github.io', 'example.github.io', 'subdomain'],
    ['github.io', 'github.io', 'apex'],
    ['bot.example.internal', 'bot.example.internal', 'unknown'],
    ['example.test', 'example.test', 'unknown'],
    ['city.kawasaki.jp', 'city.kawasaki.jp', 'apex'],
    [`${label63}.com`, `${label63}.com`, 'apex'],
    [longest, longest, 'subdomain'],
  ] as const)('takes %j as %s, %s', (typed, ascii, kind) => {
    expect(readDomainName(typed)).toMatchObject({ ok: true, ascii, kind });
  });

  it.each([
    ['bücher.de', 'bücher.de'],
    ['xn--bcher-kva.de', 'bücher.de'],
    ['xn--r8jz45g.jp', '例え.jp'],
    ['example.com', 'example.com'],
  ])('shows %j to a person as %s', (typed, unicode) => {
    expect(readDomainName(typed)).toMatchObject({ ok: true, unicode });
  });

  it.each([
    ['', 'required'],
    ['bot\0.example.com', 'unsendableText'],
    ['bot.\uD83D.com', 'unsendableText'],
    ['   ', 'required'],
    ['https://', 'notADomain'],
    ['localhost', 'notADomain'],
    ['example', 'notADomain'],
    ['com', 'notADomain'],
    ['co.uk', 'publicSuffix'],
    ['kawasaki.jp', 'publicSuffix'],
    ['.', 'notADomain'],
    ['.com', 'notADomain'],
    ['example..com', 'notADomain'],
    ['example.com..', 'notADomain'],
    ['-example.com', 'notADomain'],
    ['example-.com', 'notADomain'],
    ['-ü.de', 'notADomain'],
    ['ab--cd.com', 'notADomain'],
    ['_acme.example.com', 'domainUnderscore'],
    ['exam_ple.com', 'domainUnderscore'],
    ['my_bot.example.com', 'domainUnderscore'],
    ['*.example.com', 'notADomain'],
    ['two words.com', 'notADomain'],
    ['example,com', 'notADomain'],
    ['person@example.com', 'notADomain'],
    ['https://person@example.com', 'notADomain'],
    ['exa%6dple.com', 'notADomain'],
    ['<b>.com', 'notADomain'],
    ['「bücher」.de', 'notADomain'],
    ['xn--99999999999.de', 'notADomain'],
    ['xn--a.com', 'notADomain'],
    ['127.0.0.1', 'notADomain'],
    ['192.168.1.10', 'notADomain'],
    ['http://127.0.0.1:3000/', 'notADomain'],
    ['0x7f.0.0.1', 'notADomain'],
    ['0x7f.1', 'notADomain'],
    ['2130706433', 'notADomain'],
    ['１.1.1.1', 'notADomain'],
    ['[::1]', 'notADomain'],
    ['::1', 'notADomain'],
    ['2001:db8::1', 'notADomain'],
    ['example.123', 'notADomain'],
    ['example.c-', 'notADomain'],
    [`${'a'.repeat(64)}.com`, 'labelTooLong'],
    [`${'ü'.repeat(63)}.de`, 'labelTooLong'],
    [`a${longest}`, 'labelTooLong'],
    [`a.${longest}`, 'domainTooLong'],
  ])('refuses %j: %s', (typed, reason) => {
    expect(readDomainName(typed)).toEqual({ ok: false, reason });
  });

  it.each([
    ['example.com:8080', '8080'],
    ['https://bot.example.com:443/path', '443'],
    ['example.com', undefined],
  ])('says which port it dropped of %j', (typed, port) => {
    const reading = readDomainName(typed);
    expect(reading.ok && reading.droppedPort).toBe(port);
  });

  it('sends the same when what it made is read again', () => {
    for (const typed of ['BÜCHER.de.', 'пример.рф', 'Bot.Example.com']) {
      const first = readDomainName(typed);
      if (!first.ok) throw new Error(`${typed} was refused`);
      expect(readDomainName(first.ascii)).toEqual(first);
      expect(readDomainName(first.unicode)).toEqual(first);
    }
  });
});

/**
 * A domain is copied from where it stands beside text in Hebrew or Arabic, or out of a chat: with a mark of direction
 * behind it, or round it, that nobody sees. It can be registered, and a person sees nothing that is wrong with it. A
 * zero-width space or a soft hyphen there is taken off already.
 */
describe('a name with an unseen end', () => {
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
});
