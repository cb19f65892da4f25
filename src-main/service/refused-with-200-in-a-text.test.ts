/**
 * A 200 whose body is a sentence that says no, as plain text or as a text in JSON, or has its no one level down: the window says *The
 * service accepted the domain*, and the name stands in the list as one that is there.
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function kindOf(type: string, body: string): string {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 200, headers: { 'content-type': type } },
    body: Buffer.from(body),
  };
  return classify({
    ...{ operation: 'createCustomDomain', result, answer: readAnswer(result) },
    ...{ requestBody: JSON.stringify({ workspaceId: 'w1', name: 'bot.mine.example' }) },
    ...{ stoppedBy: 'cancel', hadToken: true, now: 0 },
  }).kind;
}

const json = 'application/json';

it('the control: at the top, and a yes in a text', () => {
  expect(kindOf(json, '{"success":false,"message":"The domain is taken"}')).not.toBe('accepted');
  expect(kindOf('text/plain', 'OK')).toBe('accepted');
});

it.each([
  ['plain text', 'text/plain', 'Error: this domain is already taken'],
  ['a text in JSON', json, '"Error: this domain is already taken"'],
  ['in data', json, '{"data":{"success":false,"message":"The domain is taken"}}'],
  ['a GraphQL payload', json, '{"data":{"createDomain":{"ok":false,"errors":["taken"]}}}'],
  ['in a list of one', json, '[{"success":false,"message":"The domain is taken"}]'],
])('is not said to be accepted: %s', (_, type, body) => {
  expect(kindOf(type, body)).not.toBe('accepted');
});
