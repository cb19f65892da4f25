/**
 * An answer says in its `Content-Type` in which characters it is written; older servers write text in ISO 8859-1 (Tomcat, PHP), some in
 * UTF-16. Foyer reads all of it as UTF-8: what the service says stands garbled in the window and in Activity, and a recipient
 * in it isn't found by an export, which gives it away; nor is the token, repeated in UTF-16, found before it is recorded.
 */
import type { ActivityDetails } from '@shared/activity';
import { expect, it } from 'vitest';
import { maskPersonalData } from '../activity/export-redaction';
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

const latin = (text: string) => textOf(Buffer.from(text, 'latin1'), 'text/plain; charset=ISO-8859-1');

it('the control: UTF-8', () => {
  const body = Buffer.from('Ungültige Nummer', 'utf8');
  expect(textOf(body, 'text/plain; charset=utf-8')).toBe('Ungültige Nummer');
});

it('ISO 8859-1', () => {
  expect(latin('Ungültige Nummer')).toBe('Ungültige Nummer');
});

it('UTF-16', () => {
  const body = Buffer.from('\uFEFFUngültige Nummer', 'utf16le');
  expect(textOf(body, 'text/plain; charset=utf-16')).toBe('Ungültige Nummer');
});

it('a recipient in it is masked in an export', () => {
  const to = 'Zoë Brontë';
  const masked = maskPersonalData({
    ...{ id: 'a', sequence: 1, at: '2026-11-20T14:05:00.000Z', kind: 'startChatAppPreview' },
    ...{ subject: 'bot', connectionId: 'c', connectionLabel: 'Northwind', outcome: null },
    tookMs: 3,
    request: {
      ...{ method: 'POST', url: 'https://n.example', headers: {} },
      body: JSON.stringify({ to }),
    },
    answer: {
      ...{ status: 400, headers: {}, form: 'text', isCut: false },
      body: latin(`${to} is not known`),
    },
  } as ActivityDetails);
  expect(masked.answer?.body).not.toContain('Bront');
});

it('the token in it is not recorded', () => {
  const token = 'tok-1234567890';
  const { answer } = createRedaction({ token, requestBody: '{}', cutsAllAddresses: false });
  const body = Buffer.from(`Unknown token ${token}`, 'utf16le');
  const recorded = answer(textOf(body, 'text/plain; charset=utf-16le'));
  expect(recorded.replaceAll('\0', '')).not.toContain(token);
});
