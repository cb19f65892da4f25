import { describe, expect, it } from 'vitest';
import { withMaskedNumbers, withoutPersons } from './export-redaction';

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
    '0190b6d2-7d5a-7cc3-98c4-dc0c0c07398f',
    '#303235',
    'status 200',
    '1.25',
  ])('leaves %s', (text) => {
    expect(withMaskedNumbers(text)).toBe(text);
  });

  it('masks the recipient of a preview wherever it stands', () => {
    const text = JSON.stringify(
      withoutPersons({
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
