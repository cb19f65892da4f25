/**
 * A connection has a token for the session, and an older one is left in a locked keyring, whose question is put away. A
 * person removes the session's: what is kept in memory needs no keychain.
 */
import { expect, it } from 'vitest';
import {
  connectionsFolder,
  input,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';
import { problem } from './testing/observed-connections';

const { origin } = new URL(input.baseAddress);
const locked = () => Promise.reject(new Error('Cannot create an item in a locked collection'));

async function room() {
  const entries = new Map<string, string>();
  const keyring = { isLocked: false };
  const open = openKeychain(entries);
  const connections = await startConnections(
    await connectionsFolder(),
    {
      get: (account) => (keyring.isLocked ? Promise.resolve(null) : open.get(account)),
      set: (account, secret) => (keyring.isLocked ? locked() : open.set(account, secret)),
      delete: (account) => (keyring.isLocked ? Promise.resolve() : open.delete(account)),
    },
    { secretService: () => Promise.resolve(keyring.isLocked ? 'locked' : 'open') },
  );
  const { id } = await connections.handlers.add({ input, token: 'sesame', keep: 'keychain' });
  return { connections, entries, id, keyring };
}

it.each([false, true])('is removed while the keyring is locked: %s', async (isLocked) => {
  const { connections, entries, id, keyring } = await room();
  keyring.isLocked = true;
  await connections.handlers.replaceToken({ id, reach: input, token: 'for now', keep: 'session' });
  keyring.isLocked = isLocked;
  const said = await problem(connections.handlers.forgetToken({ id, reach: input }));
  expect({
    said: said?.code,
    state: connections.knownById(id)?.tokenState,
    token: await connections.tokenFor(id, origin),
    kept: entries.size,
  }).toEqual({ said: undefined, state: 'missing', token: undefined, kept: isLocked ? 1 : 0 });
  // That it is left there is not forgotten.
  keyring.isLocked = false;
  await connections.handlers.remove({ id });
  expect(entries.size).toBe(0);
});

it('one that is kept in the locked keyring itself is not said to be removed', async () => {
  const { connections, id, keyring } = await room();
  keyring.isLocked = true;
  expect((await problem(connections.handlers.forgetToken({ id, reach: input })))?.code).toBe(
    'keychainLocked',
  );
  keyring.isLocked = false;
  expect(await connections.tokenFor(id, origin)).toBe('sesame');
});
