/**
 * Tokens, and fields that sound secret, are removed before anything is recorded; what is only said of one stays. When a token was made or
 * used last is said of it, as when it expires is; the tokens of a language model are counted.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const { answer, headers } = createRedaction({
  ...{ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses: false },
});

it.each([
  ['the control: when it expires', { tokenExpiresAt: '2026-11-27T10:00:00Z' }],
  ['the control: a small count', { usage: { total_tokens: 512 } }],
  ['when it was made', { tokenCreatedAt: '2026-11-27T10:00:00Z' }],
  ['when it was issued', { token_issued_at: '2026-11-27T10:00:00Z' }],
  ['when it was used last', { tokenLastUsedAt: '2026-11-27T10:00:00Z' }],
  ['when the password was changed', { passwordChangedAt: '2026-11-27' }],
  ['how many a model has read', { usage: { prompt_tokens: 5120, total_tokens: 12345 } }],
])('stays in a body: %s', (_, body) => {
  expect(answer(JSON.stringify(body))).toBe(JSON.stringify(body));
});

it.each([
  ['the control', 'x-token-expires-at', '2026-11-27T10:00:00Z'],
  ['when it was made', 'x-token-created-at', '2026-11-27T10:00:00Z'],
])('stays in a header: %s', (_, name, value) => {
  expect(headers({ [name]: value })).toEqual({ [name]: value });
});
