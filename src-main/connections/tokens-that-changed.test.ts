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

/** A Foyer that starts with one connection, whose token the keychain holds; what a test does to it. */
async function withKeychain() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const entries = new Map<string, string>();
  const keychain = { gate: Promise.resolve(), refusesDeletes: false };
  let tellChange: () => void = () => undefined;
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
          if (keychain.refusesDeletes) throw new Error('The keyring is broken');
          entries.delete(account);
        },
      },
      onSecret: () => undefined,
      platform: 'linux',
      secretService: async () => 'open',
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
      onChange: () => tellChange(),
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
  const nextChange = () => new Promise<void>((resolve) => (tellChange = resolve));
  return { connections, id, entries, keychain, lock, nextChange };

  /** Every answer of the keychain waits from now on; returns its end. */
  function lock(): () => void {
    let unlock: () => void = () => undefined;
    keychain.gate = new Promise((resolve) => {
      unlock = resolve;
    });
    return unlock;
  }
}

/** The same, locked until `unlock`. */
async function lockedOut() {
  const { connections, id, lock } = await withKeychain();
  return { connections, id, unlock: lock() };
}

const at = (host: string): ConnectionInput => ({
  ...input,
  baseAddress: `https://${host}.example/api/v1`,
});

describe('what waits for a locked keychain', () => {
  it('does not get the token that one for the session replaced meanwhile', async () => {
    const { connections, id, unlock } = await lockedOut();
    const asked = connections.tokenFor(id, origin);
    // Offered to keep one in memory, the person does.
    await connections.handlers.replaceToken({ id, reach: input, token: 'new', keep: 'session' });
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
    const forgotten = connections.handlers.forgetToken({ id, reach: input });
    unlock();
    expect(await asked).toBeUndefined();
    await forgotten;
  });
});

describe('a token that was left behind', () => {
  it('is not taken for the one that was kept in its place while the keychain was locked', async () => {
    const { connections, id, keychain, lock } = await withKeychain();
    const { edit } = connections.handlers;
    keychain.refusesDeletes = true;
    await edit({ id, input: at('second'), token: 'second', keep: 'keychain' });
    await edit({ id, input: at('third'), token: 'third', keep: 'keychain' });
    keychain.refusesDeletes = false;
    const unlock = lock();
    // The removal of both that were left begins with the first, and waits.
    await edit({ id, input: { ...at('third'), label: 'Third' }, keep: 'keychain' });
    const back = edit({ id, input: at('second'), token: 'new', keep: 'keychain' });
    unlock();
    await back;
    expect(await connections.tokenFor(id, 'https://second.example')).toBe('new');
  });

  it('is no longer looked for once it was removed, even where the keychain is gone by then', async () => {
    const { connections, id, entries, keychain, lock, nextChange } = await withKeychain();
    const unlock = lock();
    await connections.handlers.edit({ id, input: at('second'), token: 'second', keep: 'session' });
    const isWritten = nextChange();
    unlock();
    await isWritten;
    expect([...entries]).toEqual([]);
    keychain.refusesDeletes = true;
    await connections.handlers.remove({ id });
    expect(connections.snapshot().list).toEqual([]);
  });
});

describe('a token that waits for a locked keychain', () => {
  const refusal = (code: string) => ({ status: 'rejected', reason: { problem: { code } } });

  it('is kept for nowhere, where the connection leads elsewhere by then', async () => {
    const { connections, id, entries, lock } = await withKeychain();
    const { edit, replaceToken } = connections.handlers;
    const unlock = lock();
    const replaced = Promise.allSettled([
      replaceToken({ id, reach: input, token: 'new', keep: 'keychain' }),
    ]);
    await edit({ id, input: at('second'), token: 'second', keep: 'session' });
    unlock();
    expect(await replaced).toMatchObject([refusal('tokenNotChanged')]);
    expect(connections.snapshot().list).toMatchObject([{ tokenState: 'session' }]);
    expect(await connections.tokenFor(id, 'https://second.example')).toBe('second');
    await expect.poll(() => [...entries.values()]).toEqual([]);
  });

  it('is kept for nowhere, where it was moved while both waited', async () => {
    const { connections, id, entries, lock } = await withKeychain();
    const { edit, replaceToken } = connections.handlers;
    const unlock = lock();
    const both = Promise.allSettled([
      edit({ id, input: at('second'), token: 'second', keep: 'keychain' }),
      replaceToken({ id, reach: input, token: 'new', keep: 'keychain' }),
    ]);
    unlock();
    expect(await both).toMatchObject([{ status: 'fulfilled' }, refusal('tokenNotChanged')]);
    expect(await connections.tokenFor(id, 'https://second.example')).toBe('second');
    await expect.poll(() => [...entries.values()]).toEqual(['second']);
  });

  it('is kept for nothing, where the connection is gone by then', async () => {
    const { connections, id, entries, lock } = await withKeychain();
    const { remove, replaceToken } = connections.handlers;
    const unlock = lock();
    const both = Promise.allSettled([
      remove({ id }),
      replaceToken({ id, reach: input, token: 'new', keep: 'keychain' }),
    ]);
    unlock();
    expect(await both).toMatchObject([{ status: 'fulfilled' }, refusal('notFound')]);
    expect([...entries.values()]).toEqual([]);
  });

  /** Adds one, edits one and replaces its token, all of which waits for the keychain. */
  async function allWaiting() {
    const { connections, id, entries, lock } = await withKeychain();
    const { add, edit, replaceToken } = connections.handlers;
    const unlock = lock();
    const all = Promise.allSettled([
      add({ input: at('second'), token: 'second', keep: 'keychain' }),
      replaceToken({ id, reach: input, token: 'new', keep: 'keychain' }),
      edit({ id, input: { ...input, label: 'Third' }, token: 'newer', keep: 'keychain' }),
    ]);
    return { connections, id, entries, unlock, all };
  }

  it('the control: is kept, and its connection changed, where its form stays', async () => {
    const { connections, entries, unlock, all } = await allWaiting();
    unlock();
    await all;
    expect(connections.snapshot()).toMatchObject({
      list: [{ label: 'Third' }, { label: input.label }],
    });
    expect([...entries.values()]).toEqual(['newer', 'second']);
  });

  it('is kept for nothing, and nothing is changed, where its form was left by then', async () => {
    const { connections, id, entries, unlock, all } = await allWaiting();
    const before = connections.snapshot();
    await connections.handlers.giveUp(undefined);
    unlock();
    expect(await all).toMatchObject([1, 2, 3].map(() => refusal('keychainLocked')));
    // What it stood in line for has been done when this is answered.
    expect(await connections.tokenFor(id, origin)).toBe('old');
    expect([...entries.values()]).toEqual(['old']);
    expect(connections.snapshot()).toEqual(before);
  });

  it('is the one that was entered again, where the form before was left', async () => {
    const { connections, id, entries, lock } = await withKeychain();
    const { replaceToken, giveUp } = connections.handlers;
    const unlock = lock();
    const first = Promise.allSettled([
      replaceToken({ id, reach: input, token: 'mistyped', keep: 'keychain' }),
    ]);
    await giveUp(undefined);
    const second = replaceToken({ id, reach: input, token: 'new', keep: 'keychain' });
    unlock();
    await second;
    expect(await first).toMatchObject([refusal('keychainLocked')]);
    expect(await connections.tokenFor(id, origin)).toBe('new');
    expect([...entries.values()]).toEqual(['new']);
  });

  it('does not lead the connection back from where it was pointed since', async () => {
    const { connections, id, lock } = await withKeychain();
    const { edit } = connections.handlers;
    const unlock = lock();
    const first = Promise.allSettled([
      edit({ id, input: at('second'), token: 'second', keep: 'keychain' }),
    ]);
    await edit({ id, input: at('third'), token: 'third', keep: 'session' });
    unlock();
    expect(await first).toMatchObject([refusal('tokenNotChanged')]);
    expect(connections.snapshot().list).toMatchObject([at('third')]);
  });

  it('stays that of a connection which was moved while its removal waited', async () => {
    const { connections, id, lock } = await withKeychain();
    const { edit, remove } = connections.handlers;
    const unlock = lock();
    const both = Promise.allSettled([
      edit({ id, input: at('second'), token: 'second', keep: 'keychain' }),
      remove({ id }),
    ]);
    unlock();
    expect(await both).toMatchObject([{ status: 'fulfilled' }, refusal('tokenNotChanged')]);
    expect(await connections.tokenFor(id, 'https://second.example')).toBe('second');
  });
});
