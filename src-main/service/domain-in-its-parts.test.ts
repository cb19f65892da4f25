/**
 * The guide: “if it names a different domain from yours, Foyer says that first”. Programs that deal with the DNS answer a name in its
 * parts, the host and the zone in which it lies: `{"name": "bot", "domain": "mine.example"}`. Foyer reads the zone alone, and says
 * “The service accepted it, but answered with another domain: mine.example.”
 */
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

it('the controls: the whole name, and another one', () => {
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
