/**
 * A person has a new token and pastes it into another field of the connection than the token's own, which may stay empty:
 * *Save* takes it. What they send then is refused, so they look, put the field right and enter the token where it belongs.
 * From then on Foyer knows it for one: as it is taken out of a connection's former name, it is taken out of what was sent.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCustomDomainRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createActivity } from '../activity/activity';
import { createRedactor } from '../logging/logging';
import { createServiceClient } from './service';
import { playedTransport } from './testing/played-transport';

const token = 'fyr_live_5b1c9e7a2d4f8e60';
const key = { kind: 'header', header: 'X-Api-Key', scheme: 'Key' } as const;
const mended = trialConnection('northwind', { presentation: key });

/** Activity after a request of the connection as it was saved first, once the token is known for one. */
async function told(saved: typeof mended) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const secrets = createRedactor();
  secrets.registerSecret('fyr_live_old');
  const activity = createActivity({ folder, withoutSecrets: (text) => secrets.text(text) });
  let connection = saved;
  let present = 'fyr_live_old';
  const client = createServiceClient({
    transport: playedTransport(() =>
      Promise.resolve({
        ...{ end: 'complete', head: { status: 401, headers: {} } },
        body: Buffer.from('{"message":"Unauthorized"}'),
      }),
    ),
    activity,
    connectionById: () => connection,
    tokenFor: async () => present,
  });
  const name = 'chat.northwind.example';
  const send = () =>
    client.send(connection, createCustomDomainRequest(connection, { name }), {
      ...{ kind: 'createCustomDomain', subject: name, once: true },
    });
  await send();
  // Put right, and entered where it belongs (`onSecret` of the credentials).
  connection = mended;
  present = token;
  secrets.registerSecret(token);
  await send();
  const exported = await activity.exported();
  const { entries } = await activity.list({ limit: 10 });
  const details = await Promise.all(entries.map(({ id }) => activity.details(id)));
  return { exported, shown: JSON.stringify(details) };
}

it.each([
  ['the control: into the name', { label: token }],
  ['into the scheme', { presentation: { ...key, scheme: token } }],
  ['into the workspace’s ID', { workspaceId: token }],
])('Activity and its export have it no more: %s', async (_name, slip) => {
  const { exported, shown } = await told({ ...mended, ...slip });
  expect(exported.match(/"kind":"createCustomDomain"/gu)).toHaveLength(2);
  expect(exported).not.toContain(token);
  expect(shown).not.toContain(token);
});
