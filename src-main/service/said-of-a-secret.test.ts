/**
 * Rails, Laravel and Django say what is wrong with a field in a list under the field's own name. What is said of a token or a password is
 * what helps with a refusal, and no secret; what could be one isn't recorded.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const token = 'tok-1234567890';
const { answer } = createRedaction({ token, requestBody: '{}', cutsAllAddresses: true });
const errors = (field: string, text: string) => JSON.stringify({ errors: { [field]: [text] } });

it.each([
  ['token', 'is invalid'],
  ['token', 'The token has expired, sign in again.'],
  ['api_key', 'This field may not be blank.'],
  ['password', 'is too short (minimum is 8 characters)'],
  ['password', 'The password must be at least 8 characters.'],
  ['password', 'can’t be blank'],
  ['token', 'Ungültiger Schlüssel'],
  ['token', 'Неверный токен'],
])('%s: %s stays', (field, text) => {
  expect(answer(errors(field, text))).toBe(errors(field, text));
});

it('also where the token itself was taken out of it', () => {
  expect(answer(errors('token', `The token ${token} is unknown`))).toBe(
    errors('token', 'The token [redacted] is unknown'),
  );
});

it('also in XML', () => {
  const body = '<errors><password>is too short</password></errors>';
  expect(answer(body)).toBe(body);
});

it.each([
  ['token', 'Bearer abcdefghijkl'],
  ['token', 'Bearer a9f8e7d6c5b4'],
  ['token', 'is a9f8e7d6c5b4'],
  ['token', 'the token kJsQvWxLmPztYb'],
  ['token', 'abcdefghijklmnopqrstuvwxyzabcdefghijkl is new'],
  ['otp', '482 913'],
  ['otp', '482 913 57'],
  ['passphrase', 'correct horse battery staple'],
  ['token', 'sesame'],
])('%s: %s is taken out', (field, text) => {
  expect(answer(errors(field, text))).toBe(errors(field, '[redacted]'));
});
