/**
 * The shape of the answer to a registration is unknown. A domain is said to be accepted where the answer has its name, or says nothing but
 * yes; a sentence may be a no, also where that has the name in it.
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

it.each([
  ['nothing', json, ''],
  ['an empty object', json, '{}'],
  ['a yes', json, '{"success":true,"message":"OK","data":null}'],
  ['a yes in a text', 'text/plain', 'OK'],
  ['its name in a text', 'text/plain', 'bot.mine.example'],
  ['its name under another field', json, '{"id":7,"hosts":[{"fqdn":"BOT.mine.example."}]}'],
  ['its address', json, '{"id":7,"url":"https://bot.mine.example/start"}'],
  ['a record below it', json, '{"records":[{"name":"_check.bot.mine.example","value":"x1"}]}'],
  ['a message beside its name', json, '{"message":"Added","data":{"host":"bot.mine.example"}}'],
])('is said to be accepted: %s', (_, type, body) => {
  expect(kindOf(type, body)).toBe('accepted');
});

it.each([
  ['plain text', 'text/plain', 'Error: this domain is already taken'],
  ['a text in JSON', json, '"Error: this domain is already taken"'],
  ['in data', json, '{"data":{"success":false,"message":"The domain is taken"}}'],
  ['a GraphQL payload', json, '{"data":{"createDomain":{"ok":false,"errors":["taken"]}}}'],
  ['a sentence with its name', 'text/plain', 'bot.mine.example is already taken'],
  ['the same in JSON', json, '{"message":"bot.mine.example is already taken"}'],
  ['a message alone', json, '{"message":"The domain is taken"}'],
  ['something else', json, '{"name":"Northwind"}'],
  ['a longer name', json, '{"host":"robot.mine.example"}'],
  ['in a list of one', json, '[{"success":false,"message":"The domain is taken"}]'],
])('is not said to be accepted: %s', (_, type, body) => {
  expect(kindOf(type, body)).not.toBe('accepted');
});
