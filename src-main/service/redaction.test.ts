import { expect, it } from 'vitest';
import { createRedaction } from './redaction';

const token = 'tok-1234567890';

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
