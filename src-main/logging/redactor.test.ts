import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor';

describe('a redactor', () => {
  it('finds a secret in every form in which it travels', () => {
    const secret = 'tök/en+ "42"?&=z';
    const redactor = createRedactor();
    redactor.registerSecret(secret);
    const buffer = Buffer.from(secret);
    const forms = [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
      new URLSearchParams({ q: secret }).toString().slice(2),
      JSON.stringify({ secret }),
      buffer.toString('hex'),
      buffer.toString('base64'),
      buffer.toString('base64url'),
    ];
    for (const form of forms) {
      const text = redactor.text(`before ${form} after`);
      expect(text).toContain('[redacted]');
      expect(text).not.toContain(form.slice(2, -4));
      expect(text.startsWith('before ')).toBe(true);
      expect(text.endsWith(' after')).toBe(true);
    }
  });

  it('finds a UUID, or a number in hexadecimal, in either case, with and without hyphens', () => {
    const uuid = '7D0C1F4E-55A9-4B1E-9C3D-2E8F6A0B7C15';
    const [digits, number] = [uuid.replaceAll('-', ''), '7d0c1f4e55a94b1e'];
    for (const [secret, written] of [
      [uuid, uuid],
      [uuid, digits],
      [digits, uuid],
      [number, number],
    ] as const) {
      const redactor = createRedactor();
      redactor.registerSecret(secret);
      for (const form of [written.toLowerCase(), written.toUpperCase()]) {
        expect(redactor.text(`${form} may not`)).toBe('[redacted] may not');
      }
    }
  });

  it('leaves no run of the secret in base64 of a longer text', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 8, maxLength: 40 }).filter((text) => text.trim().length >= 8),
        fc.string({ maxLength: 10 }),
        fc.string({ maxLength: 10 }),
        (raw, before, after) => {
          const secret = raw.trim();
          const redactor = createRedactor();
          redactor.registerSecret(secret);
          const packed = Buffer.from(`${before}${secret}${after}`).toString('base64');
          expect(redactor.text(`Basic ${packed}`)).toContain('[redacted]');
        },
      ),
    );
  });

  it('hides what stands under a key that sounds secret, whatever it is', () => {
    const redactor = createRedactor();
    const data = {
      Authorization: 'Bearer x',
      nested: [{ accessToken: { deep: 'x' } }, { 'X-Api-Key': 'x' }, { setCookie: ['x'] }],
      tokenPresent: true,
      tokens: 3,
      status: 200,
    };
    expect(redactor.data(data)).toEqual({
      Authorization: '[redacted]',
      nested: [
        { accessToken: '[redacted]' },
        { 'X-Api-Key': '[redacted]' },
        { setCookie: '[redacted]' },
      ],
      tokenPresent: true,
      tokens: 3,
      status: 200,
    });
  });

  it('finds secrets in keys, numbers, errors, maps and addresses', () => {
    const redactor = createRedactor();
    redactor.registerSecret('12345678');
    const error = new TypeError('no 12345678', { cause: new Error('for 12345678') });
    const shown = JSON.stringify(
      redactor.data({
        'key 12345678': 1,
        number: 12345678,
        error,
        map: new Map([['a', '12345678']]),
        set: new Set(['12345678']),
        address: new URL('https://x.example/?k=12345678'),
        date: new Date(0),
      }),
    );
    expect(shown).not.toContain('12345678');
    expect(shown).toContain('TypeError');
    expect(shown).toContain('1970-01-01');
  });

  it('does not make nonsense of everything for a short secret, and ignores an empty one', () => {
    const redactor = createRedactor();
    redactor.registerSecret('');
    redactor.registerSecret(' a ');
    expect(redactor.text('a banana')).toBe('a banana');
    expect(redactor.text('a')).toBe('[redacted]');
  });

  it('never throws and always gives what JSON can write', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const hostile = {
      get broken(): never {
        throw new Error('no');
      },
    };
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;
    const redactor = createRedactor();
    const values = [
      circular,
      hostile,
      deep,
      10n,
      Number.NaN,
      Symbol('x'),
      () => 1,
      null,
      undefined,
    ];
    for (const value of [...values, '\uD800', new Date(Number.NaN), Buffer.alloc(9)]) {
      expect(() => JSON.stringify({ value: redactor.data(value) })).not.toThrow();
    }
    redactor.registerSecret('half \uD800 pair');
    expect(JSON.stringify(redactor.data({ text: 'x'.repeat(1_000_000) })).length).toBeLessThan(
      5000,
    );
  });
});
