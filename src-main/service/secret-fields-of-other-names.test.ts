/**
 * The guide: “headers and fields that sound secret, are removed before anything is recorded”. A failed service prints its settings: those of
 * its mail and its storage, and sessions by the names that PHP, Laravel and Express give them, sound secret as well.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const secret = 'kJ8s0aQ2vW9xLmPz7tYb';
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
