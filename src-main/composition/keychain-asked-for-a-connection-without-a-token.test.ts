/**
 * The only connection presents no token, so the keychain has none of Foyer's. A person exports Activity after a restart:
 * no keychain is asked, as none is asked when something is sent there. A locked one would ask the person for its password
 * and hold up the export for a token that nobody has.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionInput } from '@shared/connection';
import { expect, it, onTestFinished } from 'vitest';
import { createActivity } from '../activity/activity';
import { createConnections } from '../connections/connections';
import { createCredentials } from '../credentials/credentials';
import { readTokens } from './read-tokens';

const reached = {
  ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
  ...{ colour: 'petrol' as const, preset: 'documented' as const },
};

async function askedFor(input: ConnectionInput, token: string | undefined): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-activity-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const kept = new Map<string, string>();
  let asked = 0;
  const started = async () => {
    const connections = createConnections({
      file: join(folder, 'connections.json'),
      tokens: createCredentials({
        keychain: {
          get: (account) => {
            asked += 1;
            return Promise.resolve(kept.get(account) ?? null);
          },
          set: (account, secret) => Promise.resolve(void kept.set(account, secret)),
          delete: (account) => Promise.resolve(void kept.delete(account)),
        },
        onSecret: () => undefined,
        ...{ platform: 'darwin', secretService: () => Promise.resolve('open') },
        warn: () => undefined,
      }),
      check: () => Promise.reject(new Error('nothing is checked here')),
      startPractice: () => Promise.reject(new Error('nobody practises here')),
      practiceLabel: () => 'Practice',
      onChange: () => undefined,
      log: { warn: () => undefined },
    });
    await connections.start();
    return connections;
  };
  const before = await started();
  await before.handlers.add({ input, keep: 'keychain', ...(token !== undefined && { token }) });
  await before.close();
  const connections = await started();
  onTestFinished(() => connections.close());
  asked = 0;
  const activity = createActivity({
    folder: join(folder, 'activity'),
    learnSecrets: () => readTokens(connections, () => undefined),
  });
  await activity.exported();
  return asked;
}

it('the control: one with a token is asked for once', async () => {
  expect(await askedFor({ ...reached, presentation: { kind: 'bearer' } }, 'fyr_live_1')).toBe(1);
});

it('one that presents none is not asked for', async () => {
  expect(await askedFor({ ...reached, presentation: { kind: 'none' } }, undefined)).toBe(0);
});
