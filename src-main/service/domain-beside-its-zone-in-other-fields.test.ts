/**
 * A domain's answer may have the whole name in `hostname`, `fqdn`, `host` or wherever else, and the zone in which it lies in `domain`: it
 * was registered as asked. Another domain is said to be there only where nothing in the answer has the one that was asked for.
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

it.each([
  ['the control: in name', { name: 'bot.mine.example', domain: 'mine.example' }],
  ['in hostname', { hostname: 'bot.mine.example', domain: 'mine.example' }],
  ['in fqdn', { fqdn: 'bot.mine.example', domain: 'mine.example' }],
  ['in host', { host: 'bot.mine.example', domain: 'mine.example' }],
  ['in subdomain', { subdomain: 'bot.mine.example', domain: 'mine.example' }],
  ['inside', { customDomain: { hostname: 'bot.mine.example', domain: 'mine.example' } }],
  ['in parts of other names', { records: [{ host: 'bot', zone: 'mine.example' }] }],
])('is not said to be another domain: %s', (_, body) => {
  expect(outcomeOf(body)).toEqual({ kind: 'accepted', status: 200 });
});

it('is not said to be another domain where a sentence has it', () => {
  const body = { domain: 'mine.example', message: 'Added bot.mine.example' };
  expect(outcomeOf(body)).toEqual({ kind: 'acceptedUnreadable', status: 200, form: 'json' });
});

it.each([
  ['below it', { name: 'www.bot.mine.example' }, 'www.bot.mine.example'],
  [
    'of somebody who has an address there',
    { domain: 'a.example', owner: 'me@bot.mine.example' },
    'a.example',
  ],
])('is said to be another domain: one %s', (_, body, otherDomain) => {
  expect(outcomeOf(body)).toEqual({ kind: 'accepted', status: 200, otherDomain });
});

it.each([
  ['its record', { record: '_acme-challenge.bot.mine.example' }],
  ['a yes, and no name', { success: true, message: 'The domain was added.', id: 7 }],
])('is accepted by %s', (_, body) => {
  expect(outcomeOf(body)).toEqual({ kind: 'accepted', status: 200 });
});

it('is said to be another domain where nothing has it', () => {
  const body = { domain: 'other.example', hostname: 'bot.other.example' };
  expect(outcomeOf(body)).toMatchObject({ kind: 'accepted', otherDomain: 'other.example' });
});
