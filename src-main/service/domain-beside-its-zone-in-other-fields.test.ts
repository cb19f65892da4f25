/**
 * A domain's answer may name the whole name in `hostname`, `fqdn`, `host` or `subdomain`, and the zone in which it lies in `domain`. It
 * was registered as asked; the window says first that the service “answered with another domain”, the zone.
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

it.each([
  ['the control: in name', { name: 'bot.mine.example', domain: 'mine.example' }],
  ['in hostname', { hostname: 'bot.mine.example', domain: 'mine.example' }],
  ['in fqdn', { fqdn: 'bot.mine.example', domain: 'mine.example' }],
  ['in host', { host: 'bot.mine.example', domain: 'mine.example' }],
  ['in subdomain', { subdomain: 'bot.mine.example', domain: 'mine.example' }],
  ['inside', { customDomain: { hostname: 'bot.mine.example', domain: 'mine.example' } }],
])('is not said to be another domain: %s', (_, body) => {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 200, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  const outcome = classify({
    ...{ operation: 'createCustomDomain', result, answer: readAnswer(result) },
    ...{ requestBody: JSON.stringify({ name: 'bot.mine.example' }), stoppedBy: 'cancel' },
    ...{ hadToken: true, now: 0 },
  });
  expect(outcome).toEqual({ kind: 'accepted', status: 200 });
});
