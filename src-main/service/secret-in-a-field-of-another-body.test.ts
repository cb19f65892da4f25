/**
 * The guide: “Tokens, checkout addresses, and headers and fields that sound secret, are removed before anything is recorded, however the
 * service wrote them”. They are only in JSON, and only where they are texts.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';
import { recordedAnswer } from './recorded-exchange';

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
  ['an attribute', `<session id="1" token="${secret}"/>`],
  ['a value in an element', `<p>token=${secret}</p>`],
  ['an address in an attribute', `<a href="/x?access_token=${secret}">on</a>`],
  ['an address in an address', `{"next":"/in?to=%2Fx%3Faccess_token%3D${secret}%26a%3D1"}`],
  ['XML in JSON', JSON.stringify({ message: `<a:Password Type="text">${secret}</a:Password>` })],
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

it('of a web page, what it says is recorded', () => {
  const page = `<!doctype html><html><head><title>Sign in</title><style>p { color: red }</style>
    <script>window.csrf = '${secret}'</script></head><body data-session="${secret}">
    <!-- ${secret} --><h1>Your session has <b>ended</b></h1><p title="a > b">Sign in
    again.</p><input type="hidden" value="${secret}`;
  const recorded = recordedAnswer(
    { end: 'complete', head: { status: 403, headers: {} }, body: Buffer.from(page) },
    { status: 403, headers: {}, form: 'html', text: page, json: undefined },
    redaction,
  );
  expect(recorded?.body).toBe('Sign in\nYour session has ended\nSign in\nagain.');
});
