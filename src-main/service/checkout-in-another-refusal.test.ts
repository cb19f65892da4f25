/**
 * The guide: checkout addresses “are removed before anything is recorded, however the service wrote them”. A service that wants to be
 * paid first answers 403 or 409 as well, or leads to the checkout by 303; there its address stays in Activity, whole, and in its export.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { client, connectionAt, everythingRecorded, requestOf } from './testing/fixture-service';

/** One for each case: what is recorded is that of all. */
const secretOf = (number: number) => `cs_live_a1B2c3D4e5F6g7H${String(number)}`;
const urlOf = (number: number) => `https://checkout.stripe.com/c/pay/${secretOf(number)}`;

async function recordedOf(status: number, headers: Record<string, string>, body: unknown) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
  const { outcome, bodyText } = await client.send(
    connectionAt(base),
    requestOf('createCustomDomain', base),
    { kind: 'createCustomDomain', subject: 'x', once: true },
  );
  server.close();
  // The text of an answer is kept with a plan change and a domain, too.
  return JSON.stringify(outcome) + bodyText + (await everythingRecorded());
}

it.each([
  ['the control: a 402', 402, {}, { message: `Complete the checkout first: ${urlOf(0)}` }],
  ['the message of a 403', 403, {}, { message: `Complete the checkout first: ${urlOf(1)}` }],
  ['the message of a 409', 409, {}, { message: `A checkout is open already: ${urlOf(2)}` }],
  ['a field of another name', 403, {}, { message: 'Upgrade first', upgradeUrl: urlOf(3) }],
  ['an address alone', 403, {}, { message: 'Upgrade first', url: urlOf(4) }],
  ['a redirect', 303, { location: urlOf(5) }, {}],
  ['a 200 that says no', 200, {}, { success: false, message: `Pay first: ${urlOf(6)}` }],
] as const)('is cut in %s', async (_, status, headers, body) => {
  const recorded = await recordedOf(status, headers, body);
  const secrets = [0, 1, 2, 3, 4, 5, 6].map(secretOf);
  const own = secrets.find((one) => JSON.stringify([headers, body]).includes(one)) ?? '';
  expect(own).not.toBe('');
  expect(recorded).not.toContain(own);
});
