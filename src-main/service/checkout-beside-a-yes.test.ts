/**
 * The guide: checkout addresses “are removed before anything is recorded, however the service wrote them”. A domain may have to be paid for
 * as well: then the service answers 200 with a checkout, as the payment service gave it, alone or beside the name.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { client, connectionAt, everythingRecorded, requestOf } from './testing/fixture-service';

const secretOf = (number: number) => `cs_live_a1B2c3D4e5F6g7H${String(number)}`;
const urlOf = (number: number) =>
  `https://checkout.stripe.com/c/pay/${secretOf(number)}#fidkdWxOYHwn`;

async function sentOf(operation: 'createCustomDomain' | 'updateSubscription', body: unknown) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
  const sent = await client.send(connectionAt(base), requestOf(operation, base), {
    ...{ kind: operation, subject: 'x', once: true },
  });
  server.close();
  return sent;
}

async function recordedOf(body: unknown) {
  const { outcome, bodyText } = await sentOf('createCustomDomain', body);
  // The text of an answer is kept with the domain, and shown beside it.
  return JSON.stringify(outcome) + bodyText + (await everythingRecorded());
}

it.each([
  ['the control: in a field of that name', 0, { checkoutUrl: urlOf(0) }],
  ['alone', 1, { url: urlOf(1) }],
  ['as a session of Stripe’s', 2, { id: 'ord_1', object: 'checkout.session', url: urlOf(2) }],
  ['in a sentence', 3, { message: `Complete the checkout first: ${urlOf(3)}` }],
  ['beside the name', 4, { name: 'chat.example.com', status: 'pending', url: urlOf(4) }],
])('is cut in a 200 to a domain, %s', async (_, number, body) => {
  expect(await recordedOf(body)).not.toContain(secretOf(number));
});

it('a workspace is handed on as it came, however much stands beside it', async () => {
  const members = Array.from({ length: 400 }, (_, at) => ({
    ...{ id: `m${String(at)}`, name: 'Mia', role: 'admin' },
  }));
  const body = { members, workspace: { id: 'test-northwind', name: 'northwind.example/shop' } };
  expect((await sentOf('updateSubscription', body)).body).toEqual(body);
});
