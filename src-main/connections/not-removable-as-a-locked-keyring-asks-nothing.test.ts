/**
 * A locked Linux keyring, which asks to be unlocked only about what it has (libsecret searches, and finds nothing to
 * unlock otherwise) and for what is kept in it. A connection whose token was removed there can be removed all the same,
 * once a person unlocks it; while they don't, nobody knows that nothing is left behind.
 */
import { expect, it } from 'vitest';
import { connectionsFolder, input, startConnections } from './testing/fixture-connections';
import { problem } from './testing/observed-connections';

async function room(isThere: boolean) {
  const entries = new Map<string, string>();
  const keyring = { isLocked: false, isAnswered: true, asked: 0 };
  function ask(): void {
    if (!keyring.isLocked) return;
    keyring.asked += 1;
    keyring.isLocked = !keyring.isAnswered;
  }
  const connections = await startConnections(
    await connectionsFolder(),
    {
      get: (account) => {
        if (entries.has(account)) ask();
        return Promise.resolve(keyring.isLocked ? null : (entries.get(account) ?? null));
      },
      set: (account, secret) => {
        ask();
        return keyring.isLocked
          ? Promise.reject(new Error('Cannot create an item in a locked collection'))
          : Promise.resolve(void entries.set(account, secret));
      },
      delete: (account) => Promise.resolve(void (keyring.isLocked || entries.delete(account))),
    },
    { secretService: () => Promise.resolve(keyring.isLocked ? 'locked' : 'open') },
  );
  const { id } = await connections.handlers.add({ input, token: 'sesame', keep: 'keychain' });
  if (!isThere) entries.clear();
  keyring.isLocked = true;
  const remove = async () => {
    const said = await problem(connections.handlers.remove({ id }));
    const isKnown = connections.knownById(id) !== undefined;
    return { said: said?.code, isThere: isKnown, kept: entries.size };
  };
  return { connections, id, keyring, remove };
}

it.each([
  ['the control: it is there', true],
  ['it was removed there', false],
])('the connection can be removed where the question is answered: %s', async (_name, isThere) => {
  const { keyring, remove } = await room(isThere);
  expect(await remove()).toEqual({ said: undefined, isThere: false, kept: 0 });
  expect(keyring.asked).toBe(1);
});

it.each([
  ['the control: it is there', true],
  ['it was removed there', false],
])('nothing is lost where the question is put away: %s', async (_name, isThere) => {
  const { keyring, remove } = await room(isThere);
  keyring.isAnswered = false;
  const kept = isThere ? 1 : 0;
  expect(await remove()).toEqual({ said: 'keychainLocked', isThere: true, kept });
  keyring.isLocked = false;
  expect(await remove()).toEqual({ said: undefined, isThere: false, kept: 0 });
});

it('a token left behind, which goes in the background, has nobody asked', async () => {
  const { connections, id, keyring } = await room(false);
  await connections.handlers.replaceToken({ id, reach: input, token: 'for now', keep: 'session' });
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
  expect(keyring).toMatchObject({ asked: 0, isLocked: true });
});
