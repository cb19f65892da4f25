/** The room of the connections with one of them, on a real disk and with a keychain that always opens. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionInput } from '@shared/connection';
import { onTestFinished } from 'vitest';
import { createCredentials } from '../../credentials/credentials';
import { createConnections, type Connections } from '../connections';
import type { ConnectionsOptions } from '../connections-options';

/** What is entered of the connection. */
export const input: ConnectionInput = {
  ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'ws_a' },
  ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
};

/** `presentation` as the connection has it; `options` where a test listens itself. */
export async function connectionsFixture(
  presentation: ConnectionInput['presentation'] = input.presentation,
  options: Partial<ConnectionsOptions> = {},
): Promise<{ connections: Connections; id: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const entries = new Map<string, string>();
  const connections = createConnections({
    file: join(folder, 'connections.json'),
    tokens: createCredentials({
      keychain: {
        get: (account) => Promise.resolve(entries.get(account) ?? null),
        set: (account, secret) => Promise.resolve(void entries.set(account, secret)),
        delete: (account) => Promise.resolve(void entries.delete(account)),
      },
      onSecret: () => undefined,
      platform: 'linux',
      secretService: () => Promise.resolve('open'),
      warn: () => undefined,
    }),
    check: () => Promise.reject(new Error('no check')),
    startPractice: () => Promise.reject(new Error('no practice')),
    practiceLabel: () => 'Practice',
    onChange: () => undefined,
    log: { warn: () => undefined },
    ...options,
  });
  await connections.start();
  onTestFinished(() => connections.close());
  const { id } = await connections.handlers.add({
    input: { ...input, presentation },
    ...(presentation.kind !== 'none' && { token: 'sesame' }),
    keep: 'keychain',
  });
  return { connections, id, folder };
}
