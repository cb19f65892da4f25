/**
 * A connection has a token for the session, and an older one is left in a locked keyring. A person removes the session's:
 * what is kept in memory needs no keychain.
 */
import { expect, it } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { connectionsFixture, input } from './testing/fixture-connections';
import { problem } from './testing/observed-connections';

const { origin } = new URL(input.baseAddress);

it.each([false, true])('removed while the keyring is locked: %s', async (isLocked) => {
  const entries = new Map<string, string>();
  const keyring = { isLocked: false };
  const { connections, id } = await connectionsFixture(undefined, {
    tokens: createCredentials({
      keychain: {
        get: (account) => Promise.resolve(keyring.isLocked ? null : (entries.get(account) ?? null)),
        set: (account, secret) => Promise.resolve(void entries.set(account, secret)),
        delete: (account) => Promise.resolve(void (keyring.isLocked || entries.delete(account))),
      },
      onSecret: () => undefined,
      platform: 'linux',
      secretService: () => Promise.resolve(keyring.isLocked ? 'locked' : 'open'),
      warn: () => undefined,
    }),
  });
  keyring.isLocked = true;
  await connections.handlers.replaceToken({ id, token: 'for now', keep: 'session' });
  await new Promise((done) => setTimeout(done, 100));
  keyring.isLocked = isLocked;
  const said = await problem(connections.handlers.forgetToken({ id }));
  expect({
    said: said?.code,
    state: connections.knownById(id)?.tokenState,
    token: await connections.tokenFor(id, origin),
  }).toEqual({ said: undefined, state: 'missing', token: undefined });
});
