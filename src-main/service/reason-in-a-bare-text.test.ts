/**
 * A refusal is shown with the service's own words. Foyer asks for JSON; so `BadRequest("…")` of ASP.NET Core answers a text in JSON, and
 * Spring and nginx (`default_type application/json`) answer a bare text that is called JSON. Both are as readable as in `text/plain`.
 */
import { reasonOf } from '@shared/service/reason';
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function wordsOf(type: string, body: string): string {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 400, headers: { 'content-type': type } },
    body: Buffer.from(body),
  };
  const outcome = classify({
    ...{ operation: 'createCustomDomain', result, answer: readAnswer(result) },
    ...{ requestBody: '{}', stoppedBy: 'cancel', hadToken: true, now: 0 },
  });
  const reason = reasonOf(outcome as Parameters<typeof reasonOf>[0]);
  return reason.kind === 'words' ? reason.words.text : reason.kind;
}

const said = 'The domain is already taken';

it.each([
  ['the control: a plain text', 'text/plain', said],
  ['a text in JSON (ASP.NET Core)', 'application/json; charset=utf-8', JSON.stringify(said)],
  ['a list with one text in it', 'application/json', JSON.stringify([said])],
  ['a bare text that is called JSON (Spring, nginx)', 'application/json', said],
])('is shown: %s', (_, type, body) => {
  expect(wordsOf(type, body)).toBe(said);
});
