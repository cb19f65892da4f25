/**
 * The guide: “You see the service’s raw answer; if it names a different domain from yours, Foyer says that first.” The
 * shape of that answer is unknown: the domain may stand in a list of one, as many services answer what they created, or
 * alone as a text.
 */
import { expect, it } from 'vitest';
import { classify } from './classify';
import { readAnswer } from './answer';
import type { TransportResult } from './transport';

it.each([
  ['the control: an object', { customDomain: { name: 'other.example' } }],
  ['a list of one', [{ name: 'other.example' }]],
  ['a list under data', { data: [{ name: 'other.example' }] }],
  ['a text', 'other.example'],
])('another domain is said first: %s', (_, body) => {
  const result = {
    end: 'complete',
    head: { status: 200, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  } as unknown as TransportResult;
  const outcome = classify({
    operation: 'createCustomDomain',
    requestBody: JSON.stringify({ name: 'bot.mine.example' }),
    result,
    answer: readAnswer(result),
    stoppedBy: 'cancel',
    hadToken: true,
    now: 0,
  });
  expect(outcome).toEqual({ kind: 'accepted', status: 200, otherDomain: 'other.example' });
});
