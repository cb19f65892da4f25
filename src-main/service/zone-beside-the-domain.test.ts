/**
 * The shape of the answer to a registration is unknown (service-api, *Create custom domain*). One that names
 * what was asked for, and the zone in which it lies beside it, is about no other domain.
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function outcomeOf(body: object) {
  const headers = { 'content-type': 'application/json' };
  const result: TransportResult = {
    end: 'complete',
    head: { status: 200, headers },
    body: Buffer.from(JSON.stringify(body)),
  };
  return classify({
    operation: 'createCustomDomain',
    requestBody: JSON.stringify({ name: 'chat.example.com' }),
    result,
    answer: readAnswer(result),
    stoppedBy: 'cancel',
    hadToken: true,
    now: 0,
  });
}

it('the control: the name alone is no other domain, and another name is', () => {
  expect(outcomeOf({ name: 'chat.example.com' })).toEqual({ kind: 'accepted', status: 200 });
  expect(outcomeOf({ name: 'other.example' })).toMatchObject({ otherDomain: 'other.example' });
});

it.each([
  { name: 'chat.example.com', domain: 'example.com' },
  { name: 'chat.example.com', domain: { name: 'example.com', verified: true } },
  { customDomain: { domain: 'example.com' }, name: 'chat.example.com' },
])('%j says what was asked for', (body) => {
  expect(outcomeOf(body)).toEqual({ kind: 'accepted', status: 200 });
});
