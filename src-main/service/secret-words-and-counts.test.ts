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
