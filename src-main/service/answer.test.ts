import { describe, expect, it } from 'vitest';
import { m } from '@shared/messages/messages';
import { outcomeText } from '@shared/service/outcome-text';
import { readAnswer } from './answer';
import { classify } from './classify';
import { connectionCheckOf } from './connection-check';
import { createRedaction } from './exchange-redaction';
import type { TransportResult } from './transport';

describe('the form of an answer', () => {
  function formOf(body: string, contentType = ''): string | undefined {
    const head = { status: 200, headers: { 'content-type': contentType } };
    return readAnswer({ end: 'complete', head, body: Buffer.from(body) })?.form;
  }

  it.each([
    ['{"a":1}', '', 'json'],
    ['\uFEFF{"a":1}', '', 'json'],
    ['null', 'application/json', 'json'],
    ['', 'application/json', 'empty'],
    [' \n ', '', 'empty'],
    ['{"a":', '', 'malformedJson'],
    ['oops', 'application/json; charset=utf-8', 'malformedJson'],
    ['oops', 'application/problem+json', 'malformedJson'],
    ['<!DOCTYPE html><p>', 'application/json', 'html'],
    ['<html>', '', 'html'],
    [
      '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">',
      '',
      'html',
    ],
    ['<?xml version="1.0"?><!-- a --><html>', 'application/xml', 'html'],
    ['<?xml version="1.0"?><error>no html</error>', 'application/xml', 'text'],
    // In a time that doesn't double with each comment.
    [`${'<!---->'.repeat(140)}<error/>`, 'application/xml', 'text'],
    ['<p>', 'text/html', 'html'],
    ['Body exceeded 1mb limit', '', 'text'],
    ['"text in quotes [[[["', '', 'json'],
  ])('%j of type %j is %s', (body, type, form) => {
    expect(formOf(body, type)).toBe(form);
  });

  it('does not walk into a body that is nothing but depth', () => {
    expect(formOf('['.repeat(1_000_000) + ']'.repeat(1_000_000))).toBe('malformedJson');
  });

  it('is absent when no answer came', () => {
    expect(readAnswer({ end: 'failed', code: 'ECONNRESET', message: '' })).toBeUndefined();
    const stopped = { end: 'stopped', hasStarted: true, body: Buffer.alloc(0) } as const;
    expect(readAnswer(stopped)).toBeUndefined();
  });
});

/**
 * An answer says in its `Content-Type` in which characters it is written, or in the mark that it begins with; older servers
 * write text in ISO 8859-1 (Tomcat, PHP), some in UTF-16. Read as UTF-8, what the service says would stand garbled in the
 * window and in Activity, and neither the token in it nor, in an export, the recipient would be found.
 */
describe('an answer in another charset', () => {
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
});

/**
 * The changelog: “Answers in other character sets are readable”. A page names its characters itself, and an XML answer in its first line;
 * many servers send no `charset` with them.
 */
describe('an answer in the charset that it names itself', () => {
  const words = Buffer.from([0xce, 0xf8, 0xe8, 0xe1, 0xea, 0xe0]); // “Ошибка” in windows-1251
  const around = (before: string, after: string) =>
    Buffer.concat([Buffer.from(before), words, Buffer.from(after)]);

  it.each([
    ['the control: in the header', 'text/html; charset=windows-1251', around('<html>', '</html>')],
    [
      'in a page',
      'text/html',
      around('<html><head><meta charset="windows-1251"></head><body>', '</body></html>'),
    ],
    [
      'in an older page',
      'text/html',
      around(
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
        '</head></html>',
      ),
    ],
    [
      'in XML',
      'application/xml',
      around('<?xml version="1.0" encoding="windows-1251"?><error>', '</error>'),
    ],
  ])('%s', (_, type, body) => {
    const answer = readAnswer({
      ...{ end: 'complete', head: { status: 400, headers: { 'content-type': type } }, body },
    });
    expect(answer?.text).toContain('Ошибка');
  });
});

/**
 * An answer in XML, as of storage, SOAP and Spring services, is said to be “a web page, so it may not have come from the service itself”;
 * *Check connection* says *This address returned a web page, not the service*.
 */
describe('an answer in XML', () => {
  function answered(type: string, body: string) {
    const result: TransportResult = {
      end: 'complete',
      head: { status: 400, headers: { 'content-type': type } },
      body: Buffer.from(body),
    };
    const answer = readAnswer(result);
    const outcome = classify({
      ...{ operation: 'saveThemeTemplate', result, answer, stoppedBy: 'cancel', hadToken: true },
      ...{ requestBody: '{}', now: 0 },
    });
    return { outcome, form: answer?.form ?? 'empty' };
  }

  const page = ['text/html', '<!doctype html><html><body>Bad request</body></html>'] as const;
  const xml = [
    'application/xml',
    '<?xml version="1.0" encoding="UTF-8"?><Error><Message>The name is too long</Message></Error>',
  ] as const;

  it('the control: a page', () => {
    const { outcome, form } = answered(...page);
    expect(outcomeText(outcome, 'saveThemeTemplate').todo).toContain(m.outcome_reason_page());
    expect(connectionCheckOf(outcome, form)).toHaveProperty('form', 'html');
  });

  it('XML', () => {
    const { outcome, form } = answered(...xml);
    expect(outcomeText(outcome, 'saveThemeTemplate').todo).not.toContain(m.outcome_reason_page());
    expect(connectionCheckOf(outcome, form)).not.toHaveProperty('form', 'html');
  });
});
