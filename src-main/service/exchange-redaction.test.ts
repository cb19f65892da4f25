import { describe, expect, it } from 'vitest';
import { createRedaction as create, type Redaction } from './exchange-redaction';

const token = 'tok-1234567890';

function createRedaction(secret: string, requestBody: string, cutsAllAddresses = false): Redaction {
  return create({ token: secret, requestBody, cutsAllAddresses });
}

it('takes the token out of texts, in every form', () => {
  const redaction = createRedaction('a/b c+d"e\\f-0123', '{}');
  for (const form of [
    'a/b c+d"e\\f-0123',
    encodeURIComponent('a/b c+d"e\\f-0123'),
    JSON.stringify('a/b c+d"e\\f-0123').slice(1, -1),
    Buffer.from('a/b c+d"e\\f-0123').toString('base64'),
  ]) {
    expect(redaction.text(`before ${form} after`)).not.toContain(form);
  }
});

it('cuts checkout and return addresses to their host, in whole and broken JSON', () => {
  const { text } = createRedaction(token, '{}');
  expect(text('{"checkoutUrl": "https://pay.example/c/abc?x=1"}')).toBe(
    '{"checkoutUrl": "https://pay.example/…"}',
  );
  expect(text('{"checkoutUrl":"https:\\/\\/pay.example\\/c\\/abc"}')).toBe(
    '{"checkoutUrl":"https://pay.example/…"}',
  );
  expect(text('{"a":{"CheckoutURL":"https://pay.example/secret')).not.toContain('secret');
  expect(text('{"checkoutUrl":"not an address"}')).toBe('{"checkoutUrl":"[address]"}');
});

it('finds the return address again where the service repeats it', () => {
  const { text } = createRedaction(token, '{"returnUrl":"http://127.0.0.1:9/one-time"}');
  expect(text('cannot return to http://127.0.0.1:9/one-time, sorry')).toBe(
    'cannot return to http://127.0.0.1:9/…, sorry',
  );
});

it.each(['{"returnUrl":""}', '{"returnUrl":"a"}'])('survives %s', (body) => {
  expect(createRedaction(token, body).text('a banana')).toBe('a banana');
});

it('takes the token out of parsed answers, keys included, and leaves the rest', () => {
  const { data } = createRedaction(token, '{}');
  const answer = JSON.parse(
    `{"id":"t1","n":1,"x":null,"list":["${token}"],"${token}":true,"__proto__":{"a":"${token}!"}}`,
  ) as unknown;
  expect(JSON.stringify(data(answer))).toBe(
    '{"id":"t1","n":1,"x":null,"list":["[redacted]"],"[redacted]":true,"__proto__":{"a":"[redacted]!"}}',
  );
});

it.each([
  ['', '123456789012', '123456789012'],
  [' that JSON can’t hold exactly', '12345678901234567890', '12345678901234567890'],
  [' behind a zero', '0123456789012', '123456789012'],
])('takes a token of digits%s out of parsed answers also as a number', (_, digits, number) => {
  const { data } = createRedaction(digits, '{}');
  const answer = JSON.parse(`{"echo":${number},"n":7,"list":[${number}]}`) as unknown;
  expect(data(answer)).toEqual({ echo: '[redacted]', n: 7, list: ['[redacted]'] });
});

it('does not damage an id that a short token stands in by chance', () => {
  const { data } = createRedaction('test', '{}');
  expect(data({ id: 'test-1', echo: 'test' })).toEqual({ id: 'test-1', echo: '[redacted]' });
});

it('keeps no cookie', () => {
  const { headers } = createRedaction(token, '{}');
  expect(headers({ 'set-cookie': 'a=b', date: 'now', 'x-echo': `Bearer ${token}` })).toEqual({
    'set-cookie': '[cookie]',
    date: 'now',
    'x-echo': 'Bearer [redacted]',
  });
});

it('keeps no header of an answer whose name sounds secret', () => {
  const { headers } = createRedaction(token, '{}');
  const secret = ['X-Auth-Token', 'x-session-id', 'X-CSRF', 'x-amz-signature', 'authorization'];
  const plain = ['www-authenticate', 'x-request-id', 'content-type', 'x-author'];
  const all = [...secret, ...plain];
  const kept = headers(Object.fromEntries(all.map((name) => [name, 'fresh-value'])));
  for (const name of secret) expect(kept[name]).toBe('[redacted]');
  for (const name of plain) expect(kept[name]).toBe('fresh-value');
});

describe('a token with /, + and = in an answer', () => {
  const odd = 'aB3/xY9+zz/QQ1==';
  it.each([
    ['with its slashes escaped', odd.replaceAll('/', '\\/')],
    ['with its plus as a code', odd.replaceAll('+', '\\u002B')],
    ['with its equals signs as a code', odd.replaceAll('=', '\\u003d')],
    ['in a page', odd.replaceAll('/', '&#x2F;').replaceAll('=', '&#61;')],
    ['in a page inside JSON', odd.replaceAll('/', '\\u0026#x2F;')],
    ['in JSON inside JSON', JSON.stringify(odd.replaceAll('/', '\\/')).slice(1, -1)],
    [
      'with every character as a code',
      [...odd].map((one) => `&#${String(one.charCodeAt(0))};`).join(''),
    ],
    [
      'in base64 with escaped slashes',
      Buffer.from(`~~~${odd}???`).toString('base64').replaceAll('/', '\\/'),
    ],
  ])('is taken out %s', (_, form) => {
    expect(createRedaction(odd, '{}').text(`{"e":"bad token ${form}"}`)).toMatch(
      /^\{"e":"bad token [^xQ]*\[redacted\][^xQ]*"\}$/u,
    );
  });
});

it.each([
  '"checkoutUrl":',
  '"checkoutUrl":["',
  '"checkoutUrl":[',
  '\\',
  '"',
  'checkout-',
  'a//',
  '//',
  'a.',
  'a.a/',
  'a.aa?',
  '"token":"a",',
  '"token":["',
  'a=',
  'a=?',
  '<a>',
  '<a b="',
  'token= ',
  `"${'a-'.repeat(40)}":`,
])('is done in time that grows with the text, in a text of nothing but %s', (part) => {
  // Time that grows with its square would run into the test's limit.
  const long = part.repeat(100_000 / part.length);
  expect(createRedaction(token, '{}', true).answer(long)).not.toBe('');
});

describe('a checkout address', () => {
  const secret = 'https://pay.example/c/SECRET123';
  it.each([
    ['in JSON inside JSON', JSON.stringify({ message: JSON.stringify({ checkoutUrl: secret }) })],
    [
      'in JSON inside JSON inside JSON',
      JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ checkout_url: secret }) }) }),
    ],
    ['under another way to write its name', `{"checkout_url":"${secret}"}`],
    ['cut off', JSON.stringify({ m: JSON.stringify({ checkoutUrl: secret }) }).slice(0, -6)],
    [
      'again as part of an address',
      `{"checkoutUrl":"${secret}","m":"?to=${encodeURIComponent(secret)}"}`,
    ],
  ])('is cut to its host %s', (_, body) => {
    const { text } = createRedaction(token, '{}');
    expect(text(body)).not.toContain('SECRET123');
    expect(text(body)).toContain('pay.example/…');
  });

  it.each([
    ['behind a quotation mark in its path', JSON.stringify({ checkoutUrl: `${secret}'MORE` })],
    ['without its scheme', '{"checkoutUrl":"//pay.example/c/SECRET123/MORE"}'],
  ])('is cut to its host and nothing else %s', (_, body) => {
    const { text } = createRedaction(token, '{}');
    expect(text(body)).toMatch(/^\{"checkoutUrl":"(?:https:)?\/\/pay\.example\/…"\}$/u);
  });

  it.each([
    ['under the name of a link', '{"checkout_link":"pay.example/c/SECRET123","n":1}'],
    ['under a longer name', '{"checkout_page_url":"pay.example/c/SECRET123","n":1}'],
    ['in a list', `{"checkoutUrl":["pay.example/c/SECRET123", "${secret}"],"n":1}`],
    ['in an object', '{"checkoutUrl":{"to":[{"href":"pay.example/c/SECRET123"}]},"n":1}'],
    ['in a list in JSON inside JSON', JSON.stringify(`{"checkoutUrl":["c/SECRET123"],"n":1}`)],
    ['in an address of an app', '{"checkoutUrl":"pay-app://SECRET123","n":1}'],
    ['in a list that is cut off', '{"n":1,"checkoutUrl":["a","pay.example/c/SECRET123'],
  ])('is hidden %s', (_, body) => {
    const { text } = createRedaction(token, '{}');
    expect(text(body)).not.toContain('SECRET123');
    expect(text(body)).toMatch(/n\\?":1/u);
    expect(text('it was pay.example/c/SECRET123')).not.toContain(
      body.includes('pay.example/c') ? 'SECRET123' : '-',
    );
  });

  it('is cut in the headers once an answer has named it', () => {
    const { answer, headers } = createRedaction(token, '{}');
    answer(JSON.stringify({ checkoutUrl: secret }));
    expect(headers({ location: `${secret}?a=1` })['location']).not.toContain('SECRET123');
  });

  it('leaves what stands beside it', () => {
    const { text } = createRedaction(token, '{}');
    const inner = JSON.stringify({ checkoutUrl: secret, plan: 'PRO' });
    expect(text(JSON.stringify({ message: inner, more: 1 }))).toBe(
      JSON.stringify({
        message: inner.replace(secret, 'https://pay.example/…'),
        more: 1,
      }),
    );
  });
});

it.each([
  ['behind a quotation mark', "https://pay.example/c/a'SECRET1", 'https://pay.example/…'],
  ['without its scheme', '//pay.example/c/SECRET1', '//pay.example/…'],
  ['of an app', 'pay-app://SECRET1', '[address]'],
  ['on a line of its own', 'to\nhttps://pay.example/c/SECRET1', 'to\nhttps://pay.example/…'],
  ['in an address', '%20https://pay.example/c/SECRET1', '%20https://pay.example/…'],
])('cuts an address %s in a billing answer', (_, address, cut) => {
  const { answer } = createRedaction(token, '{}', true);
  expect(answer(JSON.stringify({ url: address, plan: 'PRO//2' }))).toBe(
    JSON.stringify({ url: cut, plan: 'PRO//2' }),
  );
});

it.each(['https://pay.example/c/SECRET1', 'https:\\/\\/pay.example\\/c\\/SECRET1'])(
  'cuts %s in a billing answer, whatever its field is called',
  (address) => {
    const { answer, text } = createRedaction(token, '{}', true);
    const body = `{"url":"${address}","name":"Northwind"}`;
    expect(answer(body)).toBe('{"url":"https://pay.example/…","name":"Northwind"}');
    expect(text(body)).toContain('SECRET1');
  },
);
