import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ConnectionInput } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { createCredentials, type Keychain } from '../credentials/credentials';
import { temporaryFolder } from '../testing/temporary-folder';
import { type Connections, createConnections } from './connections';
import {
  connectionsFolder,
  input,
  keychainThatGoes,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';
import { problem } from './testing/observed-connections';

/** Computers that have no keychain, or one that refuses: tokens are kept for the session there. */
describe('a computer without a keychain', () => {
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
});

/**
 * The keychain does not take a token: there is none on this computer, or it is locked. What is said then of the rest
 * that was entered, and what became of it.
 */
describe('what is said of a keychain that refuses', () => {
  const input: ConnectionInput = {
    ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'ws_a' },
    ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
  };
  const moved: ConnectionInput = { ...input, label: 'Kestrel', workspaceId: 'ws_b' };
  const token = 'sesame';

  /** The room on a computer without a keychain, or with one that breaks when it is told to. */
  async function room() {
    const { state, keychain, secretService } = keychainThatGoes();
    const connections = await startConnections(await connectionsFolder(), keychain, {
      secretService,
    });
    return { connections, keychain: state };
  }

  /** What the window says was kept (`KeychainNotice` shows it); empty where nothing was refused. */
  async function saidKept(work: () => unknown): Promise<string> {
    try {
      await work();
      return '';
    } catch (error) {
      if (error instanceof ProblemError) return problemText(error.problem).kept;
      throw error;
    }
  }

  const everythingElse = /everything except the token was saved/iu;
  const shown = (connections: Connections) =>
    connections.snapshot().list.map(({ label, workspaceId }) => ({ label, workspaceId }));

  it('the control: where the keychain takes it, all of it is saved', async () => {
    const { connections } = await room();
    expect(await saidKept(() => connections.handlers.add({ input, token, keep: 'keychain' }))).toBe(
      '',
    );
    expect(shown(connections)).toEqual([{ label: 'Northwind', workspaceId: 'ws_a' }]);
  });

  it('a new connection is not said to be saved that is not', async () => {
    const { connections, keychain } = await room();
    keychain.isThere = false;
    const kept = await saidKept(() => connections.handlers.add({ input, token, keep: 'keychain' }));
    expect(shown(connections)).toEqual([]);
    expect(kept).not.toMatch(everythingElse);
  });

  it('one that is pointed to another workspace is not said to be, while it leads where it led', async () => {
    const { connections, keychain } = await room();
    const { id } = await connections.handlers.add({ input, token, keep: 'keychain' });
    keychain.isThere = false;
    const kept = await saidKept(() =>
      connections.handlers.edit({ id, input: moved, token: 'another', keep: 'keychain' }),
    );
    expect(shown(connections)).toEqual([{ label: 'Northwind', workspaceId: 'ws_a' }]);
    expect(kept).not.toMatch(everythingElse);
  });

  it('one that could not be removed is not said to be saved', async () => {
    const { connections, keychain } = await room();
    const { id } = await connections.handlers.add({ input, token, keep: 'keychain' });
    keychain.isThere = false;
    const kept = await saidKept(() => connections.handlers.remove({ id }));
    expect(shown(connections)).toHaveLength(1);
    expect(kept).not.toMatch(everythingElse);
  });
});

/**
 * A home folder comes from another computer, or from a backup, with Foyer's profile and without the keychain; or a
 * person removes Foyer's entry in the system's keychain program. Whatever needs the token says that none is stored.
 */
describe('a keychain that has lost its token', () => {
  const start = (folder: string, entries: Map<string, string>) =>
    startConnections(folder, openKeychain(entries));

  /** What is said of the token by what sends, and by Settings and the form of the connection. */
  async function said(how: 'removed in Foyer' | 'removed outside of it') {
    const folder = await connectionsFolder();
    const entries = new Map<string, string>();
    const before = await start(folder, entries);
    const { id } = await before.handlers.add({ input, token: 'sesame', keep: 'keychain' });
    if (how === 'removed in Foyer') await before.handlers.forgetToken({ id, reach: input });
    await before.close();
    entries.clear();
    const connections = await start(folder, entries);
    // A theme is published, say: `tokenMissing`, *No token is stored for Northwind Studio.*
    const token = await connections.tokenFor(id, new URL(input.baseAddress).origin);
    return { token, shown: connections.knownById(id)?.tokenState };
  }

  it.each(['removed in Foyer', 'removed outside of it'] as const)(
    'Settings and what sends say the same of the token: %s',
    async (how) => {
      expect(await said(how)).toEqual({ token: undefined, shown: 'missing' });
    },
  );
});

/**
 * Two profiles on one computer, as `--profile` makes them: the second got the connections from a backup of the first.
 * A person removes a connection in the second. The first still says that its token is in the keychain.
 */
describe('two profiles on one computer', () => {
  const northwind: ConnectionInput = {
    label: 'Northwind',
    baseAddress: 'https://northwind.example/api/v1',
    workspaceId: 'w1',
    colour: 'petrol',
    preset: 'documented',
    presentation: { kind: 'bearer' },
  };
  const { origin } = new URL(northwind.baseAddress);

  /** A computer with one keychain; each start is a Foyer with a profile of its own, or the same again. */
  function computer() {
    const entries = new Map<string, string>();
    return async (profile: string): Promise<Connections> => {
      const tokens = createCredentials({
        keychain: {
          get: (account) => Promise.resolve(entries.get(account) ?? null),
          set: (account, secret) => {
            entries.set(account, secret);
            return Promise.resolve();
          },
          delete: (account) => {
            entries.delete(account);
            return Promise.resolve();
          },
        },
        onSecret: () => undefined,
        platform: 'linux',
        secretService: () => Promise.resolve('open'),
        warn: () => undefined,
      });
      const connections = createConnections({
        file: join(profile, 'connections.json'),
        tokens,
        check: () => Promise.resolve({ verdict: 'good', status: 400, detail: '' }),
        startPractice: () => Promise.reject(new Error('nobody practises')),
        practiceLabel: () => 'Practice',
        onChange: () => undefined,
        log: { warn: () => undefined },
      });
      await connections.start();
      onTestFinished(() => connections.close());
      return connections;
    };
  }

  it.each([
    ['the control: it was entered by hand in the second', false],
    ['it came to the second from a backup', true],
  ])(
    'a connection that goes in one profile takes no token of the other: %s',
    async (_name, isBackup) => {
      const start = computer();
      const [home, other] = [await temporaryFolder(), await temporaryFolder()];
      const first = await start(home);
      const { id } = await first.handlers.add({
        input: northwind,
        token: 'sesame',
        keep: 'keychain',
      });
      const backup: unknown = JSON.parse(JSON.stringify(first.backupPart.collect()));
      await first.close();

      const second = await start(other);
      if (isBackup) await second.backupPart.prepare(backup)(() => undefined);
      else await second.handlers.add({ input: northwind, token: 'sesame', keep: 'keychain' });
      const there = second.snapshot().list[0]?.id ?? '';
      if (isBackup)
        await second.handlers.replaceToken({
          id: there,
          reach: northwind,
          token: 'sesame',
          keep: 'keychain',
        });
      await second.handlers.remove({ id: there });
      await second.close();

      const again = await start(home);
      expect(again.snapshot().list).toMatchObject([{ id, tokenState: 'keychain' }]);
      expect(await again.tokenFor(id, origin)).toBe('sesame');
    },
  );
});

/**
 * A person removed a connection's token in the keychain itself, and enters one for the session. The keychain, which is
 * open, has none to remove. Later there is no keychain, and they remove the connection: nothing of it is there.
 */
describe('a connection is removed whose token the keychain never had', () => {
  it.each([
    ['the control: Foyer removed it', false],
    ['it was removed there before', true],
  ])('the connection can be removed: %s', async (_name, isRemovedThere) => {
    const entries = new Map<string, string>();
    const { state, keychain, secretService } = keychainThatGoes(entries);
    const folder = await connectionsFolder();
    const connections = await startConnections(folder, keychain, { secretService });
    const { id } = await connections.handlers.add({ input, token: 'sesame', keep: 'keychain' });
    if (isRemovedThere) entries.clear();
    await connections.handlers.replaceToken({
      id,
      reach: input,
      token: 'for now',
      keep: 'session',
    });
    await vi.waitFor(async () =>
      expect(await readFile(join(folder, 'connections.json'), 'utf8')).not.toContain(
        'tokensLeftAt',
      ),
    );
    expect(entries.size).toBe(0);
    state.isThere = false;
    const said = await problem(connections.handlers.remove({ id }));
    expect({ said: said?.code, isThere: connections.knownById(id) !== undefined }).toEqual({
      said: undefined,
      isThere: false,
    });
  });
});
