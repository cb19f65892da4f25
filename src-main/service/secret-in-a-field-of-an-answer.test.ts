/**
 * The guide: “Tokens … and headers and fields that sound secret are removed before anything is recorded, however the service
 * wrote them”. An answer that opens a session, or has a payment confirmed (3-D Secure), has the same secrets in fields of its
 * body as others have in headers. What is only said of one stays.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const secret = 'eyJhbGciOiJIUzI1NiJ9.e30.a9f8e7d6c5b4';
const redaction = createRedaction({
  token: 'tok-1234567890',
  requestBody: '{}',
  cutsAllAddresses: true,
});

it('the control: a header of that name', () => {
  expect(Object.values(redaction.headers({ 'x-access-token': secret }))).not.toContain(secret);
});

it.each(['accessToken', 'refresh_token', 'sessionToken', 'apiKey', 'client_secret', 'password'])(
  'the text of a field %s is taken out',
  (field) => {
    const body = JSON.stringify({ workspace: { id: 'w1' }, [field]: secret });
    expect(redaction.answer(body)).toBe(body.replace(secret, '[redacted]'));
  },
);

it.each([
  ['in JSON inside JSON', JSON.stringify(JSON.stringify({ apiKey: secret, plan: 'PRO' }))],
  ['in a list and an object', JSON.stringify({ tokens: [{ a: secret }, secret], plan: 'PRO' })],
  ['that is cut off', `{"plan":"PRO","token":"${secret}`],
])('it is taken out %s', (_, body) => {
  expect(redaction.answer(body)).toBe(body.replaceAll(secret, '[redacted]'));
});

it.each([
  ['no text', '{"token":null,"tokens":3,"hasPassword":true}'],
  ['what is said of a token', '{"token_type":"Bearer","tokenExpiresAt":"2026-11-27T10:00:00Z"}'],
  ['a session that holds other fields', '{"checkoutSession":{"plan":"PRO"}}'],
  ['a key of something else', '{"key":"themes/1","ticket":"F-12","author":"Anna"}'],
  ['a sentence', '{"message":"The token: \\"not known\\": is not valid"}'],
])('%s stays', (_, body) => {
  expect(redaction.answer(body)).toBe(body);
});
