/** The disk refuses a change of a connection: its token is as it was, too, and the window tells the truth. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionInput } from '@shared/connection';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { createConnections, type Connections } from './connections';

const input: ConnectionInput = {
  label: 'Northwind Studio',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'ws_4f2c9a',
  colour: 'petrol',
  preset: 'documented',
  presentation: { kind: 'bearer' },
};
const moved = { ...input, workspaceId: 'ws_other' };
const { origin } = new URL(input.baseAddress);

/** One connection with its token; the disk takes nothing until `relent`. */
async function refused(keep: 'keychain' | 'session') {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
  const away = `${folder}-away`;
  onTestFinished(async () => {
    for (const path of [folder, away]) await rm(path, { recursive: true, force: true });
  });
  const entries = new Map<string, string>();
  const credentials = createCredentials({
    keychain: {
      get: async (account) => entries.get(account) ?? null,
      set: async (account, secret) => void entries.set(account, secret),
      delete: async (account) => void entries.delete(account),
    },
    onSecret: () => undefined,
    platform: 'linux',
    secretService: async () => 'open',
    warn: () => undefined,
  });
  const connections = createConnections({
    file: join(folder, 'connections.json'),
    tokens: credentials,
    check: () => Promise.reject(new Error('no check')),
    startPractice: () => Promise.reject(new Error('no practice')),
    practiceLabel: () => 'Practice',
    onChange: () => undefined,
    log: { warn: () => undefined },
  });
  await connections.start();
  const { id } = await connections.handlers.add({ input, token: 'old', keep });
  await rename(folder, away);
  await writeFile(folder, '');
  const relent = async () => {
    await rm(folder);
    await rename(away, folder);
  };
  return { connections, credentials, id, relent, secrets: () => [...entries.values()] };
}

const changes: [string, (handlers: Connections['handlers'], id: string) => unknown][] = [
  [
    'an edit with another token for the keychain',
    ({ edit }, id) => edit({ id, input: moved, token: 'new', keep: 'keychain' }),
  ],
  [
    'an edit with another token for the session',
    ({ edit }, id) => edit({ id, input: moved, token: 'new', keep: 'session' }),
  ],
  [
    'another token for the keychain',
    ({ replaceToken }, id) => replaceToken({ id, reach: input, token: 'new', keep: 'keychain' }),
  ],
  [
    'another token for the session',
    ({ replaceToken }, id) => replaceToken({ id, reach: input, token: 'new', keep: 'session' }),
  ],
  ['a token that is to be forgotten', ({ forgetToken }, id) => forgetToken({ id, reach: input })],
  ['a removal', ({ remove }, id) => remove({ id })],
];

describe.each(['keychain', 'session'] as const)('with a token kept in the %s', (kept) => {
  it.each(changes)('%s leaves everything as it was', async (_name, change) => {
    const { connections, id, secrets } = await refused(kept);
    await expect(change(connections.handlers, id)).rejects.toThrow();
    const { workspaceId, tokenState } = connections.byId(id) ?? {};
    expect({ workspaceId, tokenState }).toEqual({ workspaceId: 'ws_4f2c9a', tokenState: kept });
    expect(await connections.tokenFor(id, origin)).toBe('old');
    expect(secrets()).toEqual(kept === 'keychain' ? ['old'] : []);
  });
});

it('keeps no token of a connection that could not be added', async () => {
  const { connections, secrets } = await refused('keychain');
  await expect(
    connections.handlers.add({ input: moved, token: 'new', keep: 'keychain' }),
  ).rejects.toThrow();
  expect(secrets()).toEqual(['old']);
});

it('does not put a token back over one that was kept since', async () => {
  const { connections, credentials, id, relent } = await refused('keychain');
  const putBack = await credentials.keep(id, origin, 'second', 'keychain');
  await relent();
  await connections.handlers.replaceToken({ id, reach: input, token: 'third', keep: 'keychain' });
  await putBack();
  expect(await connections.tokenFor(id, origin)).toBe('third');
});
