/**
 * An answer in XML, as of storage, SOAP and Spring services, is said to be “a web page, so it may not have come from the service itself”;
 * *Check connection* says *This address returned a web page, not the service*.
 */
import { outcomeText } from '@shared/service/outcome-text';
import { m } from '@shared/messages/messages';
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import { connectionCheckOf } from './connection-check';
import type { TransportResult } from './transport';

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
