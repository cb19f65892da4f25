/**
 * A person removes a connection's token, and the keychain removes it. Later there is no keychain (another desktop, a
 * remote session), or it is locked, and they remove the connection: there is nothing of it in the keychain any more.
 */
import { expect, it } from 'vitest';
import {
  connectionsFolder,
  keychainThatGoes,
  startConnections,
} from './testing/fixture-connections';
import { input, problem } from './testing/observed-connections';

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
