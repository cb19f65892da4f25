import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ConnectionInput } from '@shared/connection';
import { createCredentials } from '../credentials/credentials';
import { type Connections, createConnections } from './connections';
import { connectionsFixture, input } from './testing/fixture-connections';

/** Every write waits from now on, until all are refused. */
async function slowDisk() {
  const { realDisk } = await import('../storage/disk');
  let refuse: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (refuse = resolve));
  const writes = vi.spyOn(realDisk, 'open').mockImplementation(async () => {
    await ended;
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  });
  onTestFinished(() => {
    refuse();
    writes.mockRestore();
  });
  return { refuse, isWriting: () => vi.waitFor(() => expect(writes).toHaveBeenCalled()) };
}
const unchanged = { tokenState: 'keychain', token: 'sesame' };

/** The disk refuses a change of a connection: its token is as it was, too, and the window tells the truth. */
describe('the disk refuses a change of a connection', () => {
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
});

/**
 * A person renames a connection, and the disk takes its time. Meanwhile they enter a token for the session, and another
 * one to be kept in the keychain. The disk refuses all three, as they are told: "A change to a connection that couldn't
 * be saved leaves its token unchanged."
 */
describe('a token for the session and another are both refused', () => {
  const { origin } = new URL(input.baseAddress);

  async function afterBoth(...keeps: ('keychain' | 'session')[]) {
    const { connections, id } = await connectionsFixture();
    const { handlers } = connections;
    const disk = await slowDisk();
    const renaming = handlers.edit({ id, input: { ...input, label: 'New' }, keep: 'keychain' });
    await disk.isWriting();
    const said = keeps.map((keep, n) =>
      handlers.replaceToken({ id, reach: input, token: `entered ${n}`, keep }),
    );
    const ends = Promise.allSettled([renaming, ...said]);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
    disk.refuse();
    expect((await ends).map(({ status }) => status)).not.toContain('fulfilled');
    const { tokenState } = connections.knownById(id) ?? {};
    return { tokenState, token: await connections.tokenFor(id, origin) };
  }

  it.each([
    ['session', 'session'],
    ['keychain', 'keychain'],
    ['keychain', 'session'],
    ['session', 'keychain'],
  ] as const)('one kept in the %s, and another in the %s', async (...keeps) => {
    expect(await afterBoth(...keeps)).toEqual(unchanged);
  });
});

/**
 * A person replaces a connection's token, or removes it, and the disk takes its time. They enter another one meanwhile. The
 * disk refuses both, as they are told: "A change to a connection that couldn't be saved leaves its token unchanged."
 */
describe('two words about a token are both refused', () => {
  const { origin } = new URL(input.baseAddress);

  type Word = (handlers: Connections['handlers'], id: string) => unknown;
  const enter =
    (token: string, keep: 'keychain' | 'session'): Word =>
    ({ replaceToken }, id) =>
      replaceToken({ id, reach: input, token, keep });
  const forget: Word = ({ forgetToken }, id) => forgetToken({ id, reach: input });

  async function afterBoth(first: Word | undefined, second: Word) {
    const { connections, id } = await connectionsFixture();
    const { handlers } = connections;
    const disk = await slowDisk();
    const said: Promise<unknown>[] = [];
    if (first) {
      said.push(Promise.resolve(first(handlers, id)));
      await disk.isWriting();
    }
    said.push(Promise.resolve(second(handlers, id)));
    const ends = Promise.allSettled(said);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
    disk.refuse();
    expect((await ends).map(({ status }) => status)).not.toContain('fulfilled');
    const { tokenState } = connections.knownById(id) ?? {};
    return { tokenState, token: await connections.tokenFor(id, origin) };
  }

  it.each(['keychain', 'session'] as const)('the control: one word alone (%s)', async (keep) => {
    expect(await afterBoth(undefined, enter('second', keep))).toEqual(unchanged);
  });

  it.each([
    ['another token, and another', enter('first', 'keychain'), enter('second', 'keychain')],
    ['another for the session, and another', enter('first', 'session'), enter('second', 'session')],
    ['none any more, and another', forget, enter('second', 'keychain')],
  ] as const)('%s', async (_words, first, second) => {
    expect(await afterBoth(first, second)).toEqual(unchanged);
  });
});

/**
 * The open keychain was found without a connection's token, and it is shown as missing. A person enters another, which
 * the keychain takes and the disk refuses to note: it is taken out of the keychain again, which has none as before.
 */
describe('a replacement is refused', () => {
  const { origin } = new URL(input.baseAddress);

  it.each(['keychain', 'session'] as const)(
    'it is missing still: entered for the %s',
    async (keep) => {
      const entries = new Map<string, string>();
      const { connections, id } = await connectionsFixture(undefined, {
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
      });
      entries.clear();
      connections.tokenRefused(id, origin);
      expect(await connections.tokenFor(id, origin)).toBeUndefined();
      expect(connections.knownById(id)?.tokenState).toBe('missing');
      const { realDisk } = await import('../storage/disk');
      const disk = vi
        .spyOn(realDisk, 'open')
        .mockRejectedValue(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
      onTestFinished(() => disk.mockRestore());
      await expect(
        Promise.resolve(
          connections.handlers.replaceToken({ id, reach: input, token: 'entered', keep }),
        ),
      ).rejects.toThrow();
      disk.mockRestore();
      expect({ kept: entries.size, state: connections.knownById(id)?.tokenState }).toEqual({
        kept: 0,
        state: 'missing',
      });
    },
  );
});
