/** The room of the connections on a real disk, over tokens in a keychain that the test has. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionInput } from '@shared/connection';
import { onTestFinished } from 'vitest';
import {
  createCredentials,
  type CredentialsOptions,
  type Keychain,
} from '../../credentials/credentials';
import { createConnections, type Connections } from '../connections';
import type { ConnectionsOptions } from '../connections-options';

/** What is entered of the connection. */
export const input: ConnectionInput = {
  ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'ws_a' },
  ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
};

/** A keychain of its own for a test, which always opens. */
export function openKeychain(entries = new Map<string, string>()): Keychain {
  return {
    get: (account) => Promise.resolve(entries.get(account) ?? null),
    set: (account, secret) => Promise.resolve(void entries.set(account, secret)),
    delete: (account) => Promise.resolve(void entries.delete(account)),
  };
}

/** One that a test locks: as libsecret's, it has nothing to give then, takes nothing, and removes nothing without a word. */
export function lockableKeychain(entries: Map<string, string>) {
  const state = { isLocked: false };
  const open = openKeychain(entries);
  const locked = () => Promise.reject(new Error('Cannot create an item in a locked collection'));
  const keychain: Keychain = {
    get: (account) => (state.isLocked ? Promise.resolve(null) : open.get(account)),
    set: (account, secret) => (state.isLocked ? locked() : open.set(account, secret)),
    delete: (account) => (state.isLocked ? Promise.resolve() : open.delete(account)),
  };
  const secretService = () =>
    Promise.resolve(state.isLocked ? ('locked' as const) : ('open' as const));
  return { state, keychain, secretService };
}

/** A folder for the connections of the test that runs. */
export async function connectionsFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A start of the room on what is stored in `folder`; `options` where a test listens itself. */
export async function startConnections(
  folder: string,
  keychain: Keychain,
  {
    secretService = () => Promise.resolve('open'),
    ...options
  }: Partial<ConnectionsOptions & Pick<CredentialsOptions, 'secretService'>> = {},
): Promise<Connections> {
  const connections = createConnections({
    file: join(folder, 'connections.json'),
    tokens: createCredentials({
      ...{ keychain, secretService, platform: 'linux' },
      ...{ onSecret: () => undefined, warn: () => undefined },
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
  return connections;
}

/** The room with one connection; `presentation` as that has it. */
export async function connectionsFixture(
  presentation: ConnectionInput['presentation'] = input.presentation,
  options: Partial<ConnectionsOptions> = {},
): Promise<{ connections: Connections; id: string; folder: string }> {
  const folder = await connectionsFolder();
  const connections = await startConnections(folder, openKeychain(), options);
  const { id } = await connections.handlers.add({
    input: { ...input, presentation },
    ...(presentation.kind !== 'none' && { token: 'sesame' }),
    keep: 'keychain',
  });
  return { connections, id, folder };
}

/** A keychain that a test takes away, as a desktop without one has it. */
export function keychainThatGoes(entries = new Map<string, string>()) {
  const kept = openKeychain(entries);
  const state = { isThere: true };
  const work = <Result>(done: () => Promise<Result>): Promise<Result> =>
    state.isThere
      ? done()
      : Promise.reject(new Error('org.freedesktop.secrets was not provided by any .service files'));
  const keychain: Keychain = {
    get: (account) => work(() => kept.get(account)),
    set: (account, secret) => work(() => kept.set(account, secret)),
    delete: (account) => work(() => kept.delete(account)),
  };
  const secretService = () =>
    Promise.resolve(state.isThere ? ('open' as const) : ('absent' as const));
  return { state, keychain, secretService };
}
