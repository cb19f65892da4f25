/**
 * Security: none of the token is in what is recorded. With `Authorization: Basic` it is a name and a password in base64: PHP decodes it before
 * any program of the service runs, and the pages with which Whoops and Symfony tell of an error list `PHP_AUTH_PW` among the server's data.
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { createRedaction } from './exchange-redaction';
import { recordedAnswer } from './recorded-exchange';
import type { TransportResult } from './transport';

const password = 'S3cret-pass-word9';
const token = Buffer.from(`mia:${password}`).toString('base64');

function recorded(type: string, body: string, entered = token): string {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 500, headers: { 'content-type': type, 'content-length': '9' } },
    body: Buffer.from(body),
  };
  const redaction = createRedaction({
    ...{ token: entered, requestBody: '{}', cutsAllAddresses: true },
  });
  return JSON.stringify(recordedAnswer(result, readAnswer(result), redaction));
}

const row = (name: string, value: string) => `<tr><td>${name}</td><td>${value}</td></tr>`;
const page = `<!doctype html><html><body><h1>Whoops</h1><table>
  ${row('HTTP_AUTHORIZATION', `Basic ${token}`)}${row('PHP_AUTH_USER', 'mia')}
  ${row('PHP_AUTH_PW', password)}</table></body></html>`;

it('the control: as it was entered', () => {
  const shown = recorded('text/html', page);
  expect(shown).toContain('PHP_AUTH_USER');
  expect(shown).not.toContain(token);
});

it('the control: a password that was entered as the token', () => {
  expect(recorded('text/html', page, password)).not.toContain(password);
});

it.each([
  ['on a page', 'text/html', page],
  ['in a message', 'application/json', JSON.stringify({ message: `No user mia:${password}` })],
  ['as PHP prints it', 'text/plain', `[PHP_AUTH_USER] => mia\n[PHP_AUTH_PW] => ${password}`],
])('decoded, %s', (_, type, body) => {
  expect(recorded(type, body)).not.toContain(password);
});
