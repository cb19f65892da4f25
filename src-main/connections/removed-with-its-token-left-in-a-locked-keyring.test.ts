/**
 * A Linux desktop whose keyring is locked. A person removes a connection; the desktop asks for the keyring's password,
 * and they put that question away. keytar then finds nothing (`null`) and removes nothing (`false`), without an error:
 * libsecret's `secret_password_clear_sync` removes unlocked passwords only.
 */
import { expect, it } from 'vitest';
import { connectionsFolder, openKeychain, startConnections } from './testing/fixture-connections';
import { input, problem } from './testing/observed-connections';

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
