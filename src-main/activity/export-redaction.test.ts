import { describe, expect, it } from 'vitest';
import { withMaskedNumbers, maskPersonalData } from './export-redaction';

describe('what is given away', () => {
  it.each([
    ['+44 20 7946 0958', '+•• •• •••• ••58'],
    ['call +442079460958 now', 'call +••••••••••58 now'],
    ['"to":"(020) 7946-0958"', '"to":"(•••) ••••-••58"'],
  ])('masks the number in %s', (text, masked) => {
    expect(withMaskedNumbers(text)).toBe(masked);
  });

  it.each([
    '2026-11-20T14:05:00.000Z',
    '2026-11-20 14:05:00.000000+01:00',
    '"createdAt":"2026-11-20T14:05:00.123456Z"',
    'cmx34600111222',
    '01234567-1234-7123-8123-123456789012',
    '0190b6d2-7d5a-7cc3-98c4-dc0c0c07398f',
    '0190b6d2-7d5a-7cc3-98cf-123456789012',
    '0190b6d2-7d5a-7cc3-abcd-123456789012',
    '01234567-abcd-7123-8123-123456789012',
    '#303235',
    'status 200',
    '1.25',
  ])('leaves %s', (text) => {
    expect(withMaskedNumbers(text)).toBe(text);
  });

  it.each([
    ['as a number', '{"phone":34600111222}', '{"phone":•••••••••22}'],
    ['behind a scheme', 'whatsapp:34600111222', 'whatsapp:•••••••••22'],
    ['behind a mark', 'recipient_34600111222', 'recipient_•••••••••22'],
    ['behind a shortened word', 'Tel.0170 1234567', 'Tel.•••• •••••67'],
    ['behind a word and a hyphen', 'Mobile-01701234567', 'Mobile-•••••••••67'],
    ['before a host', '34600111222@chat.example', '•••••••••22@chat.example'],
    ['percent-encoded', 'to=%2B34600111222&x', 'to=%2B•••••••••22&x'],
    ['percent-encoded with spaces', 'to=%2B34%20600%20111%20222', 'to=%2B••%20•••%20•••%20•22'],
    ['with plus signs for spaces', 'to=34+600+111+222', 'to=••+•••+•••+•22'],
    ['behind a plus as a code', '"\\u002B34600111222"', '"\\u002B•••••••••22"'],
    ['in a page', '&#43;34600111222', '&#43;•••••••••22'],
    [
      'on a line of its own in JSON',
      JSON.stringify({ message: 'Not allowed:\n4915112345678' }),
      '{"message":"Not allowed:\\n•••••••••••78"}',
    ],
    [
      'on a line of its own in JSON inside JSON',
      JSON.stringify(JSON.stringify('Not allowed:\n4915112345678')),
      String.raw`"\"Not allowed:\\n•••••••••••78\""`,
    ],
    ['behind a tab in JSON', '"to\\t4915112345678"', '"to\\t•••••••••••78"'],
    ['behind a hard space as a code', '"\\u00a04915112345678"', '"\\u00a0•••••••••••78"'],
    ['behind a new line in an address', 'm=to%0A4915112345678', 'm=to%0A•••••••••••78'],
    ['with hard spaces', '+1\u00a0555\u00a0123\u00a04567', '+•\u00a0•••\u00a0•••\u00a0••67'],
    ['with hard hyphens', '+1 555\u2011123\u20114567', '+• •••\u2011•••\u2011••67'],
    ['with en dashes', '+1 (555) 123\u20134567', '+• (•••) •••\u2013••67'],
    [
      'with hard spaces as codes',
      '"+1\\u00a0555\\u00a0123\\u00a04567"',
      '"+•\\u00a0•••\\u00a0•••\\u00a0••67"',
    ],
    [
      'with hard spaces in an address',
      '+1%C2%A0555%C2%A0123%C2%A04567',
      '+•%C2%A0•••%C2%A0•••%C2%A0••67',
    ],
    [
      'with hard spaces and dashes in a page',
      '+1&nbsp;555&ndash;123&#8209;4567',
      '+•&nbsp;•••&ndash;•••&#8209;••67',
    ],
    ['whose digits are codes', '\\u00334600111&#50;22', '•••••••••22'],
  ])('masks a phone number %s', (_, text, masked) => {
    expect(withMaskedNumbers(text)).toBe(masked);
  });

  it('masks what an answer repeats of the recipient, in its headers and in JSON inside JSON', () => {
    const text = JSON.stringify(
      maskPersonalData({
        id: 'a',
        sequence: 1,
        at: '2026-11-20T14:05:00.000Z',
        kind: 'startChatAppPreview',
        subject: 'bot',
        connectionId: 'c',
        connectionLabel: 'Northwind',
        outcome: null,
        tookMs: 3,
        request: { method: 'POST', url: 'https://n.example', headers: {}, body: '{"to":"mia"}' },
        answer: {
          status: 400,
          headers: { location: 'https://n.example/?to=%2B34600111222' },
          form: 'json',
          body: JSON.stringify({ message: JSON.stringify({ to: 'mia', more: 1 }) }),
          isCut: false,
        },
      }),
    );
    expect(text).not.toMatch(/600111|mia/u);
    expect(text).toContain('more');
  });

  it.each([
    ['an address', 'anna@example.org', 'user anna@example.org is not known'],
    ['an address in other letters', 'Anna@example.org', 'user\nANNA@EXAMPLE.ORG is not known'],
    ['an address in an address', 'anna+a@example.org', 'see /users?q=anna%2Ba%40example.org'],
    ['a name', 'Anna Zoë', 'no chat with Anna Zoë, see /users?q=Anna+Zo%C3%AB'],
    ['a short name', 'mia', 'mia: not in the same family'],
  ])('masks %s that the request named, wherever the answer repeats it', (_, to, message) => {
    const kept = maskPersonalData({
      id: 'a',
      sequence: 1,
      at: '2026-11-20T14:05:00.000Z',
      kind: 'startChatAppPreview',
      subject: `bot to ${to}`,
      connectionId: 'c',
      connectionLabel: 'Northwind',
      outcome: { kind: 'rejected', status: 400, error: { message, issues: [] } },
      tookMs: 3,
      request: {
        method: 'POST',
        url: 'https://n.example',
        headers: {},
        body: JSON.stringify({ to, theme: 'damian' }),
      },
      answer: {
        status: 400,
        headers: { 'x-user': encodeURIComponent(to) },
        form: 'json',
        body: JSON.stringify({ message }),
        isCut: false,
      },
    });
    expect(JSON.stringify(kept)).not.toMatch(/anna|zo|\bmia/iu);
    expect(kept.request.body).toContain('"damian"');
  });

  it('masks the recipient of a preview wherever it stands', () => {
    const text = JSON.stringify(
      maskPersonalData({
        id: 'a',
        sequence: 1,
        at: '2026-11-20T14:05:00.000Z',
        kind: 'startChatAppPreview',
        subject: 'bot to +44 20 7946 0958',
        connectionId: 'c',
        connectionLabel: 'Northwind',
        outcome: {
          kind: 'rejected',
          status: 400,
          error: { message: 'no such number: +442079460958', issues: [] },
        },
        tookMs: 3,
        request: { method: 'POST', url: 'https://n.example', headers: {}, body: '{"to":"mia"}' },
        answer: null,
      }),
    );
    expect(text).not.toMatch(/7946|mia/u);
    expect(text).toContain('2026-11-20T14:05:00.000Z');
  });
});
