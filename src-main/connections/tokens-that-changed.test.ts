/** Tokens that were replaced or left behind while a locked keychain let a request wait. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionInput } from '@shared/connection';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { createConnections } from './connections';

const input: ConnectionInput = {
  label: 'Northwind Studio',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'ws_4f2c9a',
  colour: 'petrol',
  preset: 'documented',
  presentation: { kind: 'bearer' },
};
const { origin } = new URL(input.baseAddress);

/** A Foyer that starts with one connection, whose token the keychain holds; locked until `unlock`. */
async function lockedOut() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const entries = new Map<string, string>();
  const keychain = { gate: Promise.resolve() };
  const start = async () => {
    const credentials = createCredentials({
      keychain: {
        get: async (account) => {
          const found = entries.get(account) ?? null;
          await keychain.gate;
          return found;
        },
        set: async (account, secret) => {
          await keychain.gate;
          entries.set(account, secret);
        },
        delete: async (account) => {
          await keychain.gate;
          entries.delete(account);
        },
      },
      onSecret: () => undefined,
      platform: 'linux',
      warn: () => undefined,
    });
    const connections = createConnections({
      file: join(folder, 'connections.json'),
      tokens: credentials,
      check: async () => ({ verdict: 'good', status: 400, detail: '' }),
      startPractice: async () => ({
        baseAddress: 'http://127.0.0.1:4010/api/v1',
        workspaceId: 'practice',
        token: 'practice-token',
      }),
      practiceLabel: () => 'Practice',
      onChange: () => undefined,
      log: { warn: () => undefined },
    });
    await connections.start();
    onTestFinished(() => connections.close());
    return connections;
  };
  const before = await start();
  const { id } = await before.handlers.add({ input, token: 'old', keep: 'keychain' });
  await before.close();
  const connections = await start();
  let unlock: () => void = () => undefined;
  keychain.gate = new Promise((resolve) => {
    unlock = resolve;
  });
  return { connections, id, unlock };
}

describe('what waits for a locked keychain', () => {
  it('does not get the token that one for the session replaced meanwhile', async () => {
    const { connections, id, unlock } = await lockedOut();
    const asked = connections.tokenFor(id, origin);
    // Offered to keep one in memory, the person does.
    await connections.handlers.replaceToken({ id, token: 'new', keep: 'session' });
    unlock();
    expect(await asked).toBe('new');
  });

  it('gets no token of a connection that leads elsewhere by then', async () => {
    const { connections, id, unlock } = await lockedOut();
    const asked = connections.tokenFor(id, origin);
    const moved = { ...input, baseAddress: 'https://other.example/api/v1' };
    await connections.handlers.edit({ id, input: moved, token: 'other', keep: 'session' });
    unlock();
    expect(await asked).toBeUndefined();
  });

  it('gets no token that was forgotten meanwhile', async () => {
    const { connections, id, unlock } = await lockedOut();
    const asked = connections.tokenFor(id, origin);
    const forgotten = connections.handlers.forgetToken({ id });
    unlock();
    expect(await asked).toBeUndefined();
    await forgotten;
  });
});
