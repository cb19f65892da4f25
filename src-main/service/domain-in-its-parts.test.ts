/** A name may be answered in its parts, as programs of the DNS have it: the host, and the zone in which it lies. */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function outcomeOf(body: unknown) {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 200, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  return classify({
    ...{ operation: 'createCustomDomain', result, answer: readAnswer(result) },
    ...{ requestBody: JSON.stringify({ name: 'bot.mine.example' }), stoppedBy: 'cancel' },
    ...{ hadToken: true, now: 0 },
  });
}

const accepted = { kind: 'accepted', status: 200 };

it('tells the whole name from another one', () => {
  expect(outcomeOf({ name: 'bot.mine.example', domain: 'mine.example' })).toEqual(accepted);
  expect(outcomeOf({ name: 'bot', domain: 'other.example' })).toHaveProperty('otherDomain');
});

it.each([
  ['the host and its zone', { name: 'bot', domain: 'mine.example' }],
  ['the same inside', { customDomain: { subdomain: 'bot', domain: 'mine.example' } }],
  ['the zone as an object', { name: 'bot', domain: { name: 'mine.example' } }],
])('is not said to be another domain: %s', (_, body) => {
  expect(outcomeOf(body)).toEqual(accepted);
});
