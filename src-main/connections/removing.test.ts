import { describe, expect, it } from 'vitest';
import {
  connectionsFolder,
  keychainThatGoes,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';
import { add, current, input, origin, problem, room } from './testing/observed-connections';

/** A token that was replaced while the keychain kept the older one. */
describe('an older token that is still in the keychain', () => {
  /** Where the keychain was locked while the token was replaced by one until Foyer quits. */
  async function replaced() {
    const before = await room();
    const { id } = await add(before.connections);
    before.keychain.isLocked = true;
    await before.connections.handlers.replaceToken({
      id,
      reach: input,
      token: 'new',
      keep: 'session',
    });
    expect(await before.connections.tokenFor(id, origin)).toBe('new');
    // Where it is open, a start removes it.
    const after = await room(true);
    after.kept.set(`${id} ${origin}`, { token: 'sesame', where: 'keychain' });
    return { id, ...after };
  }

  it('is not sent after a restart, when the window says that the token is missing', async () => {
    const { connections, id } = await replaced();
    expect(current(connections)?.tokenState).toBe('missing');
    expect(await connections.tokenFor(id, origin)).toBeUndefined();
    expect(await problem(connections.handlers.check({ input, id }))).toEqual({
      code: 'invalidFields',
      fields: [{ field: 'token', reason: 'required' }],
    });
  });

  it('is deleted with its connection', async () => {
    const { connections, kept, id } = await replaced();
    await connections.handlers.remove({ id });
    expect([...kept.keys()]).toEqual([]);
  });

  it('is deleted when the token is forgotten', async () => {
    const { connections, kept, id } = await replaced();
    await connections.handlers.forgetToken({ id, reach: input });
    expect([...kept.keys()]).toEqual([]);
  });

  it('of an address that was left is deleted with the connection', async () => {
    const { connections, kept, keychain } = await room();
    const { id } = await add(connections);
    const moved = { ...input, baseAddress: 'https://elsewhere.example/v1' };
    keychain.isLocked = true;
    await connections.handlers.edit({ id, input: moved, token: 'new', keep: 'session' });
    keychain.isLocked = false;
    expect([...kept.keys()]).toContain(`${id} ${origin}`);
    await connections.handlers.remove({ id });
    expect([...kept.keys()]).toEqual([]);
  });

  it('makes way for one that is kept in its place', async () => {
    const { connections, id } = await replaced();
    await connections.handlers.replaceToken({
      id,
      reach: input,
      token: 'newest',
      keep: 'keychain',
    });
    expect(current(connections)?.tokenState).toBe('keychain');
    expect(await connections.tokenFor(id, origin)).toBe('newest');
  });
});

/**
 * A Linux desktop whose keyring is locked. A person removes a connection; the desktop asks for the keyring's password,
 * and they put that question away. keytar then finds nothing (`null`) and removes nothing (`false`), without an error:
 * libsecret's `secret_password_clear_sync` removes unlocked passwords only.
 */
describe('a connection is removed, and its token stays in a locked keyring', () => {
  async function room(saysSo: 'with an error' | 'with nothing') {
    const entries = new Map<string, string>();
    const kept = openKeychain(entries);
    const keyring = { isLocked: false };
    const whileLocked = (): Promise<null> =>
      saysSo === 'with nothing'
        ? Promise.resolve(null)
        : Promise.reject(new Error('Prompt was dismissed'));
    const connections = await startConnections(
      await connectionsFolder(),
      {
        get: (account) => (keyring.isLocked ? whileLocked() : kept.get(account)),
        set: (account, secret) =>
          keyring.isLocked
            ? Promise.reject(new Error('Cannot create an item in a locked collection'))
            : kept.set(account, secret),
        delete: async (account) => {
          if (keyring.isLocked) await whileLocked();
          else await kept.delete(account);
        },
      },
      { secretService: () => Promise.resolve(keyring.isLocked ? 'locked' : 'open') },
    );
    const { id } = await connections.handlers.add({ input, token: 'sesame', keep: 'keychain' });
    return { connections, id, entries, keyring };
  }

  it.each(['with an error', 'with nothing'] as const)(
    'a connection whose token stays in the keyring is not removed: told %s',
    async (saysSo) => {
      const { connections, id, entries, keyring } = await room(saysSo);
      keyring.isLocked = true;
      const said = await problem(connections.handlers.remove({ id }));
      keyring.isLocked = false;
      // The token is there for good once nothing names it any more.
      expect({
        said: said?.code,
        isThere: connections.knownById(id) !== undefined,
        tokens: entries.size,
      }).toEqual({ said: 'keychainLocked', isThere: true, tokens: 1 });
    },
  );
});

/**
 * A person removes a connection's token, and the keychain removes it. Later there is no keychain (another desktop, a
 * remote session), or it is locked, and they remove the connection: there is nothing of it in the keychain any more.
 */
describe('a connection is removed whose token was removed before', () => {
  async function removed(had: 'a token for the session' | 'a token in the keychain') {
    const entries = new Map<string, string>();
    const { state, keychain, secretService } = keychainThatGoes(entries);
    const connections = await startConnections(await connectionsFolder(), keychain, {
      secretService,
    });
    const keep = had === 'a token in the keychain' ? 'keychain' : 'session';
    const { id } = await connections.handlers.add({ input, token: 'sesame', keep });
    await connections.handlers.forgetToken({ id, reach: input });
    expect(entries.size).toBe(0);
    expect(connections.knownById(id)?.tokenState).toBe('missing');
    state.isThere = false;
    const said = await problem(connections.handlers.remove({ id }));
    return { said: said?.code, isThere: connections.knownById(id) !== undefined };
  }

  it.each(['a token for the session', 'a token in the keychain'] as const)(
    'a connection that has no token any more can be removed without a keychain: it had %s',
    async (had) => {
      expect(await removed(had)).toEqual({ said: undefined, isThere: false });
    },
  );
});
