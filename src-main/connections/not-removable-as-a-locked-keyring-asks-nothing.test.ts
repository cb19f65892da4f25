/**
 * A locked Linux keyring, and a person who answers each question to unlock it. It asks nobody about an entry that it
 * doesn't have (libsecret searches, and finds nothing to unlock): a connection whose token was removed there can be
 * removed all the same, as there is nothing left behind.
 */
import { expect, it } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { connectionsFixture } from './testing/fixture-connections';
import { problem } from './testing/observed-connections';

it.each([
  ['the control: it is there', true],
  ['it was removed there', false],
])('the connection can be removed: %s', async (_name, isThere) => {
  const entries = new Map<string, string>();
  const keyring = { isLocked: false };
  const { connections, id } = await connectionsFixture(undefined, {
    tokens: createCredentials({
      keychain: {
        get: (account) => {
          // What is there is unlocked by the person, who is asked.
          if (entries.has(account)) keyring.isLocked = false;
          return Promise.resolve(entries.get(account) ?? null);
        },
        set: (account, secret) => {
          keyring.isLocked = false;
          return Promise.resolve(void entries.set(account, secret));
        },
        delete: (account) => Promise.resolve(void (keyring.isLocked || entries.delete(account))),
      },
      onSecret: () => undefined,
      platform: 'linux',
      secretService: () => Promise.resolve(keyring.isLocked ? 'locked' : 'open'),
      warn: () => undefined,
    }),
  });
  if (!isThere) entries.clear();
  keyring.isLocked = true;
  const said = await problem(connections.handlers.remove({ id }));
  expect({
    said: said?.code,
    isThere: connections.knownById(id) !== undefined,
    kept: entries.size,
  }).toEqual({ said: undefined, isThere: false, kept: 0 });
});
