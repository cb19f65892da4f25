/** What is secret though it looks like words, and what isn't though its name sounds so. */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const redaction = createRedaction({
  token: 'tok-1234567890',
  requestBody: '{}',
  cutsAllAddresses: true,
});

it.each([
  ['appPassword', 'abcd efgh ijkl mnop'],
  ['password', 'correct horse battery staple'],
  ['recoverySecret', 'ABCD EFGH IJKL'],
  ['token', 'Token abcdefghijkl'],
  ['seedPhrase', 'correct horse is staple'],
])('%s: %s is taken out', (field, value) => {
  expect(redaction.answer(JSON.stringify({ [field]: value }))).not.toContain(value);
});

it.each([
  '{"maxTokens":4096,"tokenLimit":10000,"cookieMaxAge":31536000,"tokensUsed":123456}',
  '{"name":"bot.mine.example","verificationToken":"abc123","txtToken":"def456"}',
])('%s stays', (body) => {
  expect(redaction.answer(body)).toBe(body);
});

it.each([
  [
    'a cookie in a text',
    JSON.stringify({ message: 'Cookie: sid=kJ8s0aQ2; theme=dark' }),
    'kJ8s0aQ2',
  ],
  ['the password once more', JSON.stringify({ password_confirmation: 'Sommer' }), 'Sommer'],
  ['a day as a password', JSON.stringify({ password: '1990-05-17' }), '1990'],
  ['digits in a list', JSON.stringify({ tokens: ['48219377'] }), '48219377'],
  ['digits alone', JSON.stringify({ site_token: '48219377' }), '48219377'],
])('is taken out: %s', (_, body, secret) => {
  expect(redaction.answer(body)).not.toContain(secret);
});

it('is taken out of a header, though it has digits alone', () => {
  expect(redaction.headers({ 'X-Auth': '48219377' })).toEqual({ 'X-Auth': '[redacted]' });
});

it.each([
  ['what a parser met', { message: 'Unexpected token: "workspaceId"' }],
  ['a kind of error as XML names it', { message: '<Error TokenExpired: "2026-11-27T10:00:00Z">' }],
  ['a property of a style sheet', { customCss: '.a { --x-token: "northwindBlue1"; }' }],
])('stays: %s', (_, body) => {
  expect(redaction.answer(JSON.stringify(body))).toBe(JSON.stringify(body));
});
