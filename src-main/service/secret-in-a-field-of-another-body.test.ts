/**
 * The guide: “Tokens, checkout addresses, and headers and fields that sound secret, are removed before anything is recorded, however the
 * service wrote them”. They are only in JSON, and only where they are texts.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const secret = 'kJ8s0aQ2vW9xLmPz7tYb';
const redaction = createRedaction({
  token: 'tok-1234567890',
  requestBody: '{}',
  cutsAllAddresses: false,
});

it.each([
  ['the control: JSON', `{"access_token":"${secret}"}`],
  ['a form', `access_token=${secret}&token_type=bearer&expires_in=3600`],
  ['XML', `<?xml version="1.0"?><session><accessToken>${secret}</accessToken></session>`],
  ['a page of Rails', `<html><head><meta name="csrf-token" content="${secret}" /></head></html>`],
  ['a form of Django', `<input type="hidden" name="csrfmiddlewaretoken" value="${secret}">`],
  ['a form of Laravel', `<input type="hidden" name="_token" value="${secret}">`],
  ['an address', `{"next":"https://n.example/continue?access_token=${secret}"}`],
  ['JSON with a name in escapes', `{"access\\u005ftoken":"${secret}"}`],
])('a field that sounds secret is taken out of %s', (_, body) => {
  expect(redaction.answer(body)).not.toContain(secret);
});

it('the address in a header', () => {
  const shown = redaction.headers({ location: `https://n.example/in?access_token=${secret}` });
  expect(JSON.stringify(shown)).not.toContain(secret);
});

it('a password of digits, as a number', () => {
  expect(redaction.answer('{"otp":48291357}')).not.toContain('48291357');
  expect(redaction.answer('{"password":48291357}')).not.toContain('48291357');
});
