import { describe, expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import { createRedaction } from './exchange-redaction';
import { recordedAnswer, withoutSecrets } from './recorded-exchange';
import type { TransportResult } from './transport';

const redaction = createRedaction({
  token: 'tok-1234567890',
  requestBody: '{}',
  cutsAllAddresses: true,
});
const secret = 'kJ8s0aQ2vW9xLmPz7tYb';

/**
 * The guide: “Tokens … and headers and fields that sound secret are removed before anything is recorded, however the service
 * wrote them”. An answer that opens a session, or has a payment confirmed (3-D Secure), has the same secrets in fields of its
 * body as others have in headers. What is only said of one stays.
 */
describe('a secret in a field of an answer', () => {
  const secret = 'eyJhbGciOiJIUzI1NiJ9.e30.a9f8e7d6c5b4';

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
});

/**
 * The guide: “Tokens, checkout addresses, and headers and fields that sound secret, are removed before anything is recorded, however the
 * service wrote them”. They are only in JSON, and only where they are texts.
 */
describe('a secret in a field of a body that is no JSON', () => {
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
});

/**
 * The guide: “headers and fields that sound secret, are removed before anything is recorded”. A failed service prints its settings: those of
 * its mail and its storage, and sessions by the names that PHP, Laravel and Express give them, sound secret as well.
 */
describe('secret fields of other names', () => {
  const { answer } = createRedaction({
    ...{ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses: true },
  });

  it.each([
    ['the control', { auth: { user: 'mailer', password: secret } }],
    ['the control: a storage', { message: `Endpoint=sb://x/;SharedAccessKey=${secret};A=b` }],
    ['the control: a session of Java', { message: `JSESSIONID=${secret}` }],
    ['Nodemailer’s settings', { auth: { user: 'mailer', pass: secret } }],
    ['a setting of the server', { env: { SMTP_PASS: secret } }],
    ['a storage of Azure', { message: `AccountName=x;AccountKey=${secret};Suffix=b` }],
    ['a session of PHP', { message: `PHPSESSID=${secret}` }],
    ['a session of Laravel', { message: `Cookie: laravel_session=${secret}` }],
    ['a session of Express', { message: `connect.sid=${secret}` }],
  ])('is taken out: %s', (_, body) => {
    expect(answer(JSON.stringify(body))).not.toContain(secret);
  });
});

/**
 * Fields that sound secret are removed. What proves in the DNS that a domain is one's own is for everybody to read; the token by which a mail
 * address is confirmed lets whoever has it in, and with WhatsApp's verify token anybody can answer for the service. They are no domain's.
 */
describe('what verifies a person, and what verifies a domain', () => {
  const { answer, headers } = createRedaction({
    ...{ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses: true },
  });

  it('the control: what is set in the DNS stays', () => {
    const body = JSON.stringify({ name: 'bot.mine.example', verificationToken: 'abc123' });
    expect(answer(body)).toBe(body);
  });

  it('the control: the same name in a header', () => {
    expect(headers({ 'x-email-verification-token': secret })).not.toContainEqual(secret);
  });

  it.each(['accessToken', 'emailVerificationToken', 'passwordVerifier', 'whatsAppVerifyToken'])(
    'the text of a field %s is taken out',
    (field) => {
      expect(answer(JSON.stringify({ workspace: { id: 'w1' }, [field]: secret }))).not.toContain(
        secret,
      );
    },
  );
});

/** What is secret though it looks like words, and what isn't though its name sounds so. */
describe('words and counts', () => {
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
    [
      'a kind of error as XML names it',
      { message: '<Error TokenExpired: "2026-11-27T10:00:00Z">' },
    ],
    ['a property of a style sheet', { customCss: '.a { --x-token: "northwindBlue1"; }' }],
  ])('stays: %s', (_, body) => {
    expect(redaction.answer(JSON.stringify(body))).toBe(JSON.stringify(body));
  });
});

/**
 * Rails, Laravel and Django say what is wrong with a field in a list under the field's own name. What is said of a token or a password is
 * what helps with a refusal, and no secret; what could be one isn't recorded.
 */
describe('what is only said of a secret', () => {
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
});

/**
 * Tokens, and fields that sound secret, are removed before anything is recorded; what is only said of one stays. When a token was made or
 * used last is said of it, as when it expires is; the tokens of a language model are counted.
 */
describe('what is only said of a token', () => {
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
});

/**
 * The guide: “headers and fields that sound secret, are removed before anything is recorded”. Of a refusal that has what it says under the
 * fields' names, the recorded body is without what could be a secret; its words, which are recorded beside it and shown, still have it.
 */
describe('a secret field in the words of a refusal', () => {
  function recorded(body: unknown) {
    const result: TransportResult = {
      end: 'complete',
      head: { status: 422, headers: { 'content-type': 'application/json', 'content-length': '9' } },
      body: Buffer.from(JSON.stringify(body)),
    };
    const answer = readAnswer(result);
    const redaction = createRedaction({
      ...{ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses: true },
    });
    const end = classify({
      ...{ operation: 'createCustomDomain', result, answer, requestBody: '{"name":"a.example"}' },
      ...{ stoppedBy: 'cancel', hadToken: true, now: 0 },
    });
    const shown = recordedAnswer(result, answer, redaction);
    return { body: shown?.body ?? '', outcome: JSON.stringify(withoutSecrets(end, redaction)) };
  }

  it.each([
    ['in a list (Rails, Laravel)', { errors: { api_key: ['a9f8e7d6c5b4 is unknown'] } }],
    ['as a text (Mongoose)', { message: 'Invalid', errors: { secret: 'a9f8e7d6c5b4 is used up' } }],
    ['alone (Django)', { password: ['a9f8e7d6c5b4 is one of the most common'] }],
  ])('a secret under its field’s name is in no record of the refusal, %s', (_, body) => {
    const all = recorded(body);
    // The control.
    expect(all.body).not.toContain('a9f8e7d6c5b4');
    expect(all.outcome).not.toContain('a9f8e7d6c5b4');
  });

  it.each([
    ['of a header that lacks', { path: ['headers', 'authorization'], message: 'Required' }],
    ['of a token in a word', { path: 'token', message: 'expired' }],
    ['of a token with a time', { path: 'token', message: 'Token expired at 2026-11-27T10:00:00Z' }],
  ])('what an issue says %s stays', (_, issue) => {
    expect(recorded({ message: 'Invalid', issues: [issue] }).outcome).toContain(issue.message);
  });
});
