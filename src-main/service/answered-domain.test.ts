import { describe, expect, it } from 'vitest';
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

/**
 * The shape of the answer to a registration is unknown (service-api, *Create custom domain*). One that names
 * what was asked for, and the zone in which it lies beside it, is about no other domain.
 */
describe('a zone beside the domain', () => {
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
});

/**
 * A domain's answer may have the whole name in `hostname`, `fqdn`, `host` or wherever else, and the zone in which it lies in `domain`: it
 * was registered as asked. Another domain is said to be there only where nothing in the answer has the one that was asked for.
 */
describe('a domain beside its zone, in other fields', () => {
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
});

/** A name may be answered in its parts, as programs of the DNS have it: the host, and the zone in which it lies. */
describe('a domain in its parts', () => {
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
});

/**
 * The guide: “You see the service’s raw answer; if it names a different domain from yours, Foyer says that first.” The
 * shape of that answer is unknown: the domain may stand in a list of one, as many services answer what they created, or
 * alone as a text.
 */
describe('another domain in a list', () => {
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
});

/**
 * “The service accepted it, but answered with another domain” is said where a domain stands in the place of the one that was asked for. A
 * workspace that is named like its site is none, where it is seen to be one, nor is the address to which a record has to point.
 */
describe('no other domain in its place', () => {
  function otherIn(body: unknown): string | undefined {
    const result: TransportResult = {
      end: 'complete',
      head: { status: 200, headers: { 'content-type': 'application/json' } },
      body: Buffer.from(JSON.stringify(body)),
    };
    const outcome = classify({
      ...{ operation: 'createCustomDomain', result, answer: readAnswer(result) },
      ...{ requestBody: JSON.stringify({ workspaceId: 'w1', name: 'bot.mine.example' }) },
      ...{ stoppedBy: 'cancel', hadToken: true, now: 0 },
    });
    return outcome.kind === 'accepted' ? outcome.otherDomain : undefined;
  }

  it('the control: another domain in its place', () => {
    expect(otherIn({ customDomain: { name: 'other.example' } })).toBe('other.example');
  });

  it('the control: a workspace with another name', () => {
    expect(otherIn({ id: 'w1', name: 'Northwind', plan: 'PRO', isSuspended: false })).toBe(
      undefined,
    );
  });

  it.each([
    ['the workspace', { id: 'w1', name: 'Northwind.io', plan: 'PRO', isSuspended: false }],
    ['the workspace, by its id alone', { success: true, data: { id: 'w1', name: 'Northwind.io' } }],
    ['the address for its A record', { success: true, data: '76.76.21.21' }],
    ['the version of the service', { success: true, name: 'v1.2', data: { id: 7 } }],
  ])('is not said of %s', (_, body) => {
    expect(otherIn(body)).toBe(undefined);
  });
});
