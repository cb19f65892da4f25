/**
 * A person pasted a connection's new token into its name, put the name right, and entered the token where it belongs:
 * Activity's export takes it out of the name since. Foyer is started again, and they export it for a support question
 * before anything is sent: the keychain, which is open, has the token, and nothing has asked for it yet.
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

/** The rooms as `rooms.ts` builds them; a next start on the same folder and keychain. */
async function computer() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-activity-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const kept = new Map<string, string>();
  return async () => {
    const secrets = createRedactor();
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
    const end = async (): Promise<void> => {
      await connections.close();
      await activity.settled();
    };
    onTestFinished(end);
    return { activity, connections, end };
  };
}

async function exportedAfterARestart(isAnySent: boolean): Promise<string> {
  const start = await computer();
  const { activity, connections, end } = await start();
  const { handlers } = connections;
  const { id } = await handlers.add({ input, token: 'fyr_live_old', keep: 'keychain' });
  await handlers.edit({ id, input: { ...input, label: token }, keep: 'keychain' });
  await handlers.edit({ id, input, token, keep: 'keychain' });
  await activity.settled();
  expect(await activity.exported(), 'in the run in which it was entered').not.toContain(token);
  await end();
  const again = await start();
  const { origin } = new URL(input.baseAddress);
  if (isAnySent) expect(await again.connections.tokenFor(id, origin)).toBe(token);
  return again.activity.exported();
}

it.each([
  ['the control: once it was read to be sent', true],
  ['before anything is sent', false],
])('is in no export after a restart: %s', async (_name, isAnySent) => {
  const exported = await exportedAfterARestart(isAnySent);
  expect(exported).toContain('tokenReplaced');
  expect(exported).not.toContain(token);
});
