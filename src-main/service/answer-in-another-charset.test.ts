/**
 * An answer says in its `Content-Type` in which characters it is written, or in the mark that it begins with; older servers
 * write text in ISO 8859-1 (Tomcat, PHP), some in UTF-16. Read as UTF-8, what the service says would stand garbled in the
 * window and in Activity, and neither the token in it nor, in an export, the recipient would be found.
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { createRedaction } from './exchange-redaction';
import type { TransportResult } from './transport';

function textOf(body: Buffer, contentType: string): string {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 400, headers: { 'content-type': contentType } },
    body,
  };
  return readAnswer(result)?.text ?? '';
}

const latin = (text: string) =>
  textOf(Buffer.from(text, 'latin1'), 'text/plain; charset=ISO-8859-1');

it('the control: UTF-8', () => {
  const body = Buffer.from('Ungültige Nummer', 'utf8');
  expect(textOf(body, 'text/plain; charset=utf-8')).toBe('Ungültige Nummer');
});

it('ISO 8859-1', () => {
  expect(latin('Ungültige Nummer')).toBe('Ungültige Nummer');
});

it.each(['text/plain; charset=utf-16', 'text/plain', 'text/plain; charset=utf-8'])(
  'UTF-16 with its mark, as %s',
  (contentType) => {
    const body = Buffer.from('\uFEFFUngültige Nummer', 'utf16le');
    expect(textOf(body, contentType)).toBe('Ungültige Nummer');
    expect(textOf(body.swap16(), contentType)).toBe('Ungültige Nummer');
  },
);

it.each(['text/plain', 'text/plain; charset=nonsense', 'text/plain; charset="UTF-8"; a=b'])(
  'UTF-8, as %s',
  (contentType) => {
    expect(textOf(Buffer.from('Ungültige Nummer'), contentType)).toBe('Ungültige Nummer');
  },
);

it.each(['iso-8859-1', 'us-ascii', 'utf-16', 'utf-16le'])(
  'UTF-8 that is said to be %s, as servers with old settings say of all they send',
  (charset) => {
    const contentType = `application/json; charset=${charset}`;
    expect(textOf(Buffer.from('{"name":"Ungültig"}'), contentType)).toBe('{"name":"Ungültig"}');
  },
);

it('the token in it is not recorded', () => {
  const token = 'tok-1234567890';
  const { answer } = createRedaction({ token, requestBody: '{}', cutsAllAddresses: false });
  const body = Buffer.from(`Unknown token ${token}`, 'utf16le');
  const recorded = answer(textOf(body, 'text/plain; charset=utf-16le'));
  expect(recorded.replaceAll('\0', '')).not.toContain(token);
});
