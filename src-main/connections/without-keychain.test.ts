/** Computers that have no keychain, or one that refuses: tokens are kept for the session there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionInput } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCredentials, type Keychain } from '../credentials/credentials';
import { createConnections } from './connections';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const input: ConnectionInput = {
  label: 'Northwind Studio',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'ws_4f2c9a',
  colour: 'petrol',
  preset: 'documented',
  presentation: { kind: 'bearer' },
};
const { origin } = new URL(input.baseAddress);

async function room(keychain: Keychain, secretService: 'open' | 'absent' = 'absent') {
  const tokens = createCredentials({
    keychain,
    onSecret: () => undefined,
    platform: 'linux',
    secretService: async () => secretService,
    warn: () => undefined,
  });
  const connections = createConnections({
    file: join(folder, 'connections.json'),
    tokens,
    check: async () => ({ verdict: 'good', status: 400, detail: '' }),
    startPractice: async (before) => ({
      baseAddress: before ?? 'http://127.0.0.1:4010/api/v1',
      workspaceId: 'practice',
      token: 'practice-token',
    }),
    practiceLabel: () => 'Practice',
    onChange: () => undefined,
    log: { warn: () => undefined },
  });
  await connections.start();
  return { connections };
}

const none = () =>
  Promise.reject(
    new Error('The name org.freedesktop.secrets was not provided by any .service files'),
  );
/** A computer without a keychain: tokens are kept for the session there, as the window offers. */
const noKeychain: Keychain = { get: none, set: none, delete: none };

const problemOf = (work: unknown) =>
  Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
  );

it('a connection whose token is kept for the session can be removed where there is no keychain', async () => {
  const { connections } = await room(noKeychain);
  const { id } = await connections.handlers.add({ input, token: 'sesame', keep: 'session' });
  expect(await problemOf(connections.handlers.remove({ id }))).toBeUndefined();
  expect(connections.snapshot().list).toEqual([]);
});

it('the practice connection can be removed where there is no keychain', async () => {
  const { connections } = await room(noKeychain);
  const { id } = await connections.handlers.practise(undefined);
  expect(await problemOf(connections.handlers.remove({ id }))).toBeUndefined();
});

it('a token for the session is still there when the keychain refuses to give up an older one', async () => {
  const held = new Map<string, string>();
  let isIll = false;
  const refuse = () => Promise.reject(new Error('The keyring is broken'));
  const { connections } = await room(
    {
      get: async (name) => held.get(name) ?? null,
      set: async (name, token) => void held.set(name, token),
      delete: async (name) => (isIll ? refuse() : void held.delete(name)),
    },
    'open',
  );
  const { id } = await connections.handlers.add({ input, token: 'older', keep: 'keychain' });
  isIll = true;
  await connections.handlers.replaceToken({ id, reach: input, token: 'sesame', keep: 'session' });
  expect(await problemOf(connections.handlers.remove({ id }))).toBe('keychainFailed');
  // Nothing was removed, and the person was told so.
  expect(connections.byId(id)?.tokenState).toBe('session');
  expect(await connections.tokenFor(id, origin)).toBe('sesame');
});
