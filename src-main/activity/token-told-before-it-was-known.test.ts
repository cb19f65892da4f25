/**
 * A person edits a connection to give it its new token, and pastes that into the field above, the name’s: the token’s own
 * may stay empty, so *Save* takes it. They see the token in the list, put the name right, and enter the token where it
 * belongs. From then on Foyer knows it for one; what Activity has of the slip is exported for a support question.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionInput } from '@shared/connection';
import { expect, it, onTestFinished } from 'vitest';
import { createConnections } from '../connections/connections';
import { createCredentials } from '../credentials/credentials';
import { createRedactor } from '../logging/logging';
import { createActivity } from './activity';

const token = 'fyr_live_5b1c9e7a2d4f8e60';
const input: ConnectionInput = {
  ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
  ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
};

/** The rooms as `rooms.ts` builds them. */
async function rooms() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-activity-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const secrets = createRedactor();
  const kept = new Map<string, string>();
  const activity = createActivity({
    folder: join(folder, 'activity'),
    withoutSecrets: (text) => secrets.text(text),
  });
  const connections = createConnections({
    file: join(folder, 'connections.json'),
    tokens: createCredentials({
      keychain: {
        get: (account) => Promise.resolve(kept.get(account) ?? null),
        set: (account, secret) => Promise.resolve(void kept.set(account, secret)),
        delete: (account) => Promise.resolve(void kept.delete(account)),
      },
      onSecret: (secret) => secrets.registerSecret(secret),
      ...{
        platform: 'darwin',
        secretService: () => Promise.resolve('open'),
        warn: () => undefined,
      },
    }),
    check: () => Promise.reject(new Error('nothing is checked here')),
    startPractice: () => Promise.reject(new Error('nobody practises here')),
    practiceLabel: () => 'Practice',
    onChange: () => undefined,
    onDone: (action) => activity.note(action),
    log: { warn: () => undefined },
  });
  await connections.start();
  onTestFinished(() => connections.close());
  const { id } = await connections.handlers.add({ input, token: 'fyr_live_old', keep: 'keychain' });
  const edit = (label: string, given?: string) =>
    connections.handlers.edit({
      id,
      input: { ...input, label },
      keep: 'keychain',
      ...(given !== undefined && { token: given }),
    });
  return { activity, edit };
}

it('the control: pasted into both at once, which is refused, it is in no export', async () => {
  const { activity, edit } = await rooms();
  await expect(edit(token, token)).rejects.toThrow('invalidFields');
  await edit('Northwind', token);
  await activity.settled();
  const exported = await activity.exported();
  expect(exported).toContain('tokenReplaced');
  expect(exported).not.toContain(token);
});

it('pasted into the name first, it is in no export once it is the token', async () => {
  const { activity, edit } = await rooms();
  await edit(token);
  await edit('Northwind', token);
  await activity.settled();
  const exported = await activity.exported();
  expect(exported).toContain('tokenReplaced');
  expect(exported).not.toContain(token);
});
