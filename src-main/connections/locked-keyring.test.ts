import { describe, expect, it } from 'vitest';
import type { LocalAction } from '@shared/activity';
import {
  connectionsFolder,
  input,
  lockableKeychain,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';
import { problem } from './testing/observed-connections';

const { origin } = new URL(input.baseAddress);
const turns = async () => {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((next) => setImmediate(next));
};
const none = { ...input, presentation: { kind: 'none' } as const };

/**
 * A keyring is locked while a person enters a token for the session in place of one that is kept in it. Later it is
 * unlocked, for another connection's token: by the guide the one that was replaced is removed as soon as possible.
 */
describe('a replaced token is left in a keyring that is open again', () => {
  async function room() {
    const entries = new Map<string, string>();
    const { state: keyring, keychain, secretService } = lockableKeychain(entries);
    const folder = await connectionsFolder();
    const start = () => startConnections(folder, keychain, { secretService });
    const connections = await start();
    const add = (label: string, token: string) =>
      connections.handlers.add({ input: { ...input, label }, token, keep: 'keychain' });
    const { id } = await add('Northwind', 'replaced');
    const other = await add('Other', 'sesame');
    return { connections, entries, id, other: other.id, keyring, start };
  }

  it.each([
    ['the control: it was open all the time', false, false],
    ['it was unlocked for another token', true, false],
    ['it was unlocked, and Foyer started again', true, true],
  ])('a replaced token is removed: %s', async (_name, isLocked, isStartedAgain) => {
    const { connections, entries, id, other, keyring, start } = await room();
    keyring.isLocked = isLocked;
    await connections.handlers.replaceToken({
      id,
      reach: input,
      token: 'for now',
      keep: 'session',
    });
    await turns();
    keyring.isLocked = false;
    // Whoever reads it knows that the keyring is open.
    expect(await connections.tokenFor(other, origin)).toBe('sesame');
    await turns();
    if (isStartedAgain) {
      await connections.close();
      const again = await start();
      expect(await again.tokenFor(other, origin)).toBe('sesame');
      expect(await again.tokenFor(id, origin)).toBeUndefined();
      await turns();
    }
    expect([...entries.values()]).toEqual(['sesame']);
  });

  it('a replaced token is removed once the keyring is read anew, though it was locked again in between', async () => {
    const { connections, entries, id, other, keyring } = await room();
    expect(await connections.tokenFor(other, origin)).toBe('sesame');
    keyring.isLocked = true;
    await connections.handlers.replaceToken({
      id,
      reach: input,
      token: 'for now',
      keep: 'session',
    });
    await turns();
    keyring.isLocked = false;
    connections.tokenRefused(other, origin);
    expect(await connections.tokenFor(other, origin)).toBe('sesame');
    await turns();
    expect([...entries.values()]).toEqual(['sesame']);
  });
});

/**
 * A connection has a token for the session, and an older one is left in a locked keyring, whose question is put away. A
 * person removes the session's: what is kept in memory needs no keychain.
 */
describe('a token for the session is removed, and an older one is left in a locked keyring', () => {
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
    await connections.handlers.replaceToken({
      id,
      reach: input,
      token: 'for now',
      keep: 'session',
    });
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
});

/**
 * A locked Linux keyring, which asks to be unlocked only about what it has (libsecret searches, and finds nothing to
 * unlock otherwise) and for what is kept in it. A connection whose token was removed there can be removed all the same,
 * once a person unlocks it; while they don't, nobody knows that nothing is left behind.
 */
describe('a connection is removed of which a locked keyring has nothing', () => {
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
    await connections.handlers.replaceToken({
      id,
      reach: input,
      token: 'for now',
      keep: 'session',
    });
    for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
    expect(keyring).toMatchObject({ asked: 0, isLocked: true });
  });
});

/**
 * The only connection is changed to need no token while the keyring that has it is locked: a desktop that logs in by itself
 * leaves it locked until something asks for it. “Nothing is stored in the keychain”, says the form, and a token that is
 * left is removed as soon as possible, says the guide. From the next start on the keyring is open.
 */
describe('no token is needed, and one is left in a locked keyring', () => {
  it.each([
    ['the control: it was open all the time', false],
    ['it was locked then', true],
  ])('its token is in the keyring no more after the next starts: %s', async (_name, isLocked) => {
    const entries = new Map<string, string>();
    const { state: keyring, keychain, secretService } = lockableKeychain(entries);
    const folder = await connectionsFolder();
    const start = () => startConnections(folder, keychain, { secretService });
    const first = await start();
    const { id } = await first.handlers.add({ input, token: 'sesame', keep: 'keychain' });
    keyring.isLocked = isLocked;
    await first.handlers.edit({ id, input: none, keep: 'keychain' });
    await turns();
    await first.close();
    keyring.isLocked = false;
    for (const run of ['the next', 'the one after']) {
      const again = await start();
      // As for each request that is sent there.
      expect(await again.tokenFor(id, undefined), run).toBeUndefined();
      await turns();
      await again.close();
    }
    expect([...entries.values()]).toEqual([]);
  });
});

/**
 * A person edits a connection and chooses *No token* while the keyring, in which its token is kept, is locked. *Remove the
 * token* is refused then; of this, Activity says “Removed the token of Northwind”.
 */
describe('no token is needed, and one is still in a locked keyring', () => {
  async function room(isLocked: boolean) {
    const entries = new Map<string, string>();
    const { state: keyring, keychain, secretService } = lockableKeychain(entries);
    const actions: LocalAction[] = [];
    const connections = await startConnections(await connectionsFolder(), keychain, {
      secretService,
      onDone: (action) => actions.push(action),
    });
    const { id } = await connections.handlers.add({ input, token: 'sesame', keep: 'keychain' });
    keyring.isLocked = isLocked;
    const isSaidToBeRemoved = () => actions.some(({ kind }) => kind === 'tokenRemoved');
    return { connections, entries, id, isSaidToBeRemoved };
  }

  it('the control: one that is removed by itself is not said to be removed', async () => {
    const { connections, entries, id, isSaidToBeRemoved } = await room(true);
    expect((await problem(connections.handlers.forgetToken({ id, reach: input })))?.code).toBe(
      'keychainLocked',
    );
    expect([isSaidToBeRemoved(), entries.size]).toEqual([false, 1]);
  });

  it.each([
    ['the control: it is open', false],
    ['it is locked', true],
  ])('is said to be removed where it is: %s', async (_name, isLocked) => {
    const { connections, entries, id, isSaidToBeRemoved } = await room(isLocked);
    // Whether it is refused, or done without the token's removal, is for Foyer to choose.
    await problem(connections.handlers.edit({ id, input: none, keep: 'keychain' }));
    await turns();
    // The disk takes its time to have it noted that none is left.
    await expect.poll(isSaidToBeRemoved).toBe(!isLocked);
    expect(entries.size).toBe(isLocked ? 1 : 0);
  });
});
