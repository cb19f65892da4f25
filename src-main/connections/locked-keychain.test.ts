import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConnectionInput } from '@shared/connection';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { createCredentials, type Keychain } from '../credentials/credentials';
import { createServiceClient } from '../service/service';
import { playedTransport } from '../service/testing/played-transport';
import { createConnections } from './connections';
import {
  connectionsFolder,
  input,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';

/** Tokens that were replaced or left behind while a locked keychain let a request wait. */
describe('tokens that changed while a locked keychain let a request wait', () => {
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
      await connections.handlers.edit({
        id,
        input: at('second'),
        token: 'second',
        keep: 'session',
      });
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
});

/**
 * A preview is in line behind a slow one. A person enters another token for its connection, and the keychain is locked:
 * until they unlock it nothing leaves to that connection. What goes to another connection has nothing to do with it.
 */
describe('what goes to another connection while a keychain is locked', () => {
  const input = (label: string): ConnectionInput => ({
    ...{ label, baseAddress: `https://${label}.example/api/v1`, workspaceId: 'ws_a' },
    ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
  });

  /** How much left to the other connection while the keychain is locked. */
  async function leftWhileLocked(isReplacing: boolean): Promise<number> {
    let unlock = (): void => undefined;
    const unlocked = new Promise<void>((done) => (unlock = done));
    let isAsked = false;
    const connections = await startConnections(await connectionsFolder(), {
      get: () => Promise.resolve(null),
      set: async () => {
        isAsked = true;
        await unlocked;
      },
      delete: () => Promise.resolve(),
    });
    const add = async (label: string) => {
      const { id } = await connections.handlers.add({
        ...{ input: input(label), token: `token-of-${label}`, keep: 'session' },
      });
      const added = connections.knownById(id);
      if (!added) throw new Error('It was added.');
      return added;
    };
    const [one, other] = [await add('one'), await add('other')];
    const left: string[] = [];
    let answer = (): void => undefined;
    const answered = new Promise<void>((done) => (answer = done));
    const client = createServiceClient({
      transport: playedTransport(async ({ url }) => {
        left.push(new URL(url).hostname);
        await answered;
        return {
          ...{ end: 'complete', head: { status: 200, headers: {} } },
          body: Buffer.from('{"message":"success"}'),
        };
      }),
      activity: {
        begin: () => Promise.resolve('a1'),
        itsTurn: () => Promise.resolve(),
        left: () => undefined,
        end: () => Promise.resolve(),
      },
      connectionById: (each) => connections.knownById(each),
      tokenFor: (each, origin) => connections.tokenFor(each, origin),
    });
    const send = (to: typeof one) =>
      client
        .send(to, startChatAppPreviewRequest(to, { botId: 'b', to: '+44 1' }), {
          ...{ kind: 'startChatAppPreview', subject: 'b', once: true },
        })
        .catch((error: unknown) => error);
    const turns = async () => {
      for (let turn = 0; turn < 100; turn += 1) await new Promise((next) => setImmediate(next));
    };
    const sent = [send(other)];
    await turns();
    sent.push(send(one));
    await turns();
    let replaced: Promise<unknown> = Promise.resolve();
    if (isReplacing) {
      replaced = Promise.resolve(
        connections.handlers.replaceToken({
          id: one.id,
          reach: one,
          token: 'another-token',
          keep: 'keychain',
        }),
      );
      while (!isAsked) await new Promise((next) => setImmediate(next));
    }
    answer();
    await turns();
    sent.push(send(other));
    await turns();
    const leftSoFar = left.filter((host) => host === 'other.example').length;
    unlock();
    await Promise.all([replaced, ...sent]);
    return leftSoFar;
  }

  it('the control: no token is being replaced', async () => {
    expect(await leftWhileLocked(false)).toBe(2);
  });

  it('the token of one is being replaced', async () => {
    expect(await leftWhileLocked(true)).toBe(2);
  });
});

/** While a keychain is locked, what needs no token keeps working: a connection's name and colour are of that kind. */
describe('a name and a colour that are changed while a keychain is locked', () => {
  /** The system's own one on a Mac: locked, it asks the person for its password, and answers once that is typed. */
  function macKeychain(state: { isLocked: boolean; asked: string[] }) {
    const kept = openKeychain();
    const work = <Result>(what: string, done: () => Promise<Result>): Promise<Result> => {
      if (!state.isLocked) return done();
      state.asked.push(what);
      return new Promise<Result>(() => undefined);
    };
    const keychain: Keychain = {
      get: (account) => work('get', () => kept.get(account)),
      set: (account, secret) => work('set', () => kept.set(account, secret)),
      delete: (account) => work('delete', () => kept.delete(account)),
    };
    return () =>
      createCredentials({
        keychain,
        platform: 'darwin',
        secretService: () => Promise.reject(new Error('no session bus on a Mac')),
        onSecret: () => undefined,
        warn: () => undefined,
      });
  }

  it('is renamed at once, and nobody is asked for the password of the keychain', async () => {
    const state = { isLocked: false, asked: [] as string[] };
    const started = macKeychain(state);
    const folder = await connectionsFolder();
    const before = await startConnections(folder, openKeychain(), { tokens: started() });
    const { id } = await before.handlers.add({ input, token: 'secret-9f2c7a', keep: 'keychain' });
    await before.close();

    // Foyer is started anew, and has not sent anything; the keychain has locked itself meanwhile.
    const { handlers } = await startConnections(folder, openKeychain(), { tokens: started() });
    state.isLocked = true;
    await handlers.edit({
      ...{ id, keep: 'keychain' },
      input: { ...input, label: 'Renamed', colour: 'violet' },
    });
    expect((await handlers.list(undefined)).list).toMatchObject([{ label: 'Renamed' }]);
    expect(state.asked).toEqual([]);
  });
});
