/**
 * A person removed a connection's token in the keychain itself, and enters one for the session. The keychain, which is
 * open, says that it has none to remove. Later there is no keychain, and they remove the connection: nothing of it is there.
 */
import { expect, it } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { connectionsFixture } from './testing/fixture-connections';
import { problem } from './testing/observed-connections';

const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
};

it.each([
  ['the control: Foyer removed it', false],
  ['it was removed there before', true],
])('the connection can be removed: %s', async (_name, isRemovedThere) => {
  const entries = new Map<string, string>();
  const keychain = { isThere: true };
  const work = <Result>(done: () => Result): Promise<Result> =>
    keychain.isThere
      ? Promise.resolve(done())
      : Promise.reject(new Error('org.freedesktop.secrets was not provided by any .service files'));
  const { connections, id } = await connectionsFixture(undefined, {
    tokens: createCredentials({
      keychain: {
        get: (account) => work(() => entries.get(account) ?? null),
        set: (account, secret) => work(() => void entries.set(account, secret)),
        delete: (account) => work(() => void entries.delete(account)),
      },
      onSecret: () => undefined,
      platform: 'linux',
      secretService: () => Promise.resolve(keychain.isThere ? 'open' : 'absent'),
      warn: () => undefined,
    }),
  });
  if (isRemovedThere) entries.clear();
  await connections.handlers.replaceToken({ id, token: 'for now', keep: 'session' });
  await new Promise((done) => setTimeout(done, 200));
  await turns();
  expect(entries.size).toBe(0);
  keychain.isThere = false;
  const said = await problem(connections.handlers.remove({ id }));
  expect({ said: said?.code, isThere: connections.knownById(id) !== undefined }).toEqual({
    said: undefined,
    isThere: false,
  });
});
