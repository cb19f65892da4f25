/**
 * The guide: checkout addresses are removed before anything is recorded, and of a refusal every address is cut to its host. Express, Django and
 * Laravel behind a proxy redirect within the service by a path alone (RFC 9110, 10.2.2); that of a checkout lets whoever has it in as well.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { client, connectionAt, everythingRecorded, requestOf } from './testing/fixture-service';

async function recordedOf(status: number, location: string) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { location });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
  await client.send(connectionAt(base), requestOf('updateSubscription', base), {
    ...{ kind: 'updateSubscription', subject: 'PRO', once: true },
  });
  server.close();
  return everythingRecorded();
}

it.each([
  ['the control: whole', 303, 'https://pay.example/checkout/cs_live_a1B2c3D4e5F6', 'cs_live_a1B2'],
  ['the control: without its scheme', 303, '//pay.example/checkout/cs_live_b2', 'cs_live_b2'],
  ['by its path', 303, '/checkout/cs_live_c3D4e5F6g7H8', 'cs_live_c3D4'],
  ['by a path beside it', 302, '../checkout/cs_live_d4E5f6G7h8I9', 'cs_live_d4E5'],
  ['to a sign-in that gives a code', 302, '/sso/callback?code=e5F6g7H8i9J0&state=x', 'e5F6g7H8'],
])('where it leads is in no record, %s', async (_, status, location, secret) => {
  expect(await recordedOf(status, location)).not.toContain(secret);
});
