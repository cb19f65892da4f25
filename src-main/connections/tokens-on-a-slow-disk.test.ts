import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import type { Connections } from './connections';
import {
  connectionsFixture,
  connectionsFolder,
  input,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';

const { origin } = new URL(input.baseAddress);
const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
};

/**
 * The disk takes its time with what was changed of a connection. A person enters another token meanwhile, changes the
 * connection's name once more, and removes the token, or enters the right one: the last word holds. One whose form they
 * leave while it waits to be stored (the guide: nothing is added or changed) is not kept.
 */
describe('words that are said in another order', () => {
  type Word = (handlers: Connections['handlers'], id: string) => unknown;
  const named =
    (label: string): Word =>
    ({ edit }, id) =>
      edit({ id, input: { ...input, label }, keep: 'keychain' });
  const enter =
    (token: string, keep: 'keychain' | 'session' = 'keychain'): Word =>
    ({ replaceToken }, id) =>
      replaceToken({ id, reach: input, token, keep });
  /** What the window does as a form is left that waits. */
  const leave: Word = ({ giveUp }) => giveUp(undefined);
  const forget: Word = ({ forgetToken }, id) => forgetToken({ id, reach: input });

  /** What is there after these words, each said while the disk is still at the first. */
  async function after(...words: readonly Word[]) {
    const { connections, id } = await connectionsFixture();
    const { realDisk } = await import('../storage/disk');
    const well = realDisk.open;
    let goOn = (): void => undefined;
    const slow = new Promise<void>((done) => (goOn = done));
    const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (...how) => {
      await slow;
      return well(...how);
    });
    onTestFinished(() => disk.mockRestore());
    const said: Promise<unknown>[] = [];
    for (const word of words) {
      said.push(Promise.resolve(word(connections.handlers, id)));
      await turns();
    }
    goOn();
    const results = (await Promise.allSettled(said)).map(({ status }) => status);
    disk.mockRestore();
    await turns();
    const token = await connections.tokenFor(id, origin);
    const isAllDone = !results.includes('rejected');
    return { isAllDone, state: connections.knownById(id)?.tokenState, token };
  }

  const removed = { isAllDone: true, state: 'missing', token: undefined };
  const right = { isAllDone: true, state: 'keychain', token: 'right' };

  it('the control: the name is changed once', async () => {
    expect(await after(named('One'), enter('wrong'), forget)).toEqual(removed);
    expect(await after(named('One'), enter('wrong'), enter('right'))).toEqual(right);
  });

  it('the name is changed once more between, and the token is removed', async () => {
    expect(await after(named('One'), enter('wrong'), named('Two'), forget)).toEqual(removed);
  });

  it('the name is changed once more between, and the right token is entered', async () => {
    expect(await after(named('One'), enter('wrong'), named('Two'), enter('right'))).toEqual(right);
  });

  it('the last is kept in the keychain, and the one before for the session', async () => {
    const found = await after(named('One'), enter('wrong', 'session'), enter('right', 'keychain'));
    expect(found).toEqual(right);
  });

  it('the last is kept for the session, and the one before in the keychain', async () => {
    const found = await after(named('One'), enter('wrong', 'keychain'), enter('right', 'session'));
    expect(found).toEqual({ ...right, state: 'session' });
  });

  it.each(['keychain', 'session'] as const)('its form is left: for the %s', async (keep) => {
    const found = await after(named('One'), enter('given up', keep), leave);
    expect(found).toEqual({ isAllDone: false, state: 'keychain', token: 'sesame' });
  });
});

/**
 * A person renames a connection, and the disk takes its time. They enter a token meanwhile, and then another. The disk
 * refuses the first of these, while the keychain is still busy with the second, which is taken. What is sent from then on
 * is the token that was taken.
 */
describe('a token is taken while the one before is put back', () => {
  async function usedAfter(isFirstRefused: boolean) {
    const entries = new Map<string, string>();
    let unlock = (): void => undefined;
    const unlocked = new Promise<void>((done) => (unlock = done));
    const { connections, id } = await connectionsFixture(undefined, {
      tokens: createCredentials({
        keychain: {
          get: (account) => Promise.resolve(entries.get(account) ?? null),
          set: async (account, secret) => {
            if (secret === 'second') await unlocked;
            entries.set(account, secret);
          },
          delete: (account) => Promise.resolve(void entries.delete(account)),
        },
        onSecret: () => undefined,
        platform: 'linux',
        secretService: () => Promise.resolve('open'),
        warn: () => undefined,
      }),
    });
    const { handlers } = connections;
    const { realDisk } = await import('../storage/disk');
    const { open } = realDisk;
    let goOn = (): void => undefined;
    const slow = new Promise<void>((done) => (goOn = done));
    let isRefusing = false;
    let isRefused = false;
    let isFirstTaken = false;
    const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (...given) => {
      await slow;
      if (isRefusing && given[1].startsWith('w')) {
        isRefusing = false;
        isRefused = true;
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      }
      return open(...given);
    });
    onTestFinished(() => {
      goOn();
      unlock();
      disk.mockRestore();
    });
    const renaming = handlers.edit({ id, input: { ...input, label: 'New' }, keep: 'keychain' });
    await vi.waitFor(() => expect(disk).toHaveBeenCalled());
    const said = Promise.allSettled([
      renaming,
      Promise.resolve(
        handlers.replaceToken({ id, reach: input, token: 'first', keep: 'keychain' }),
      ).then(() => (isFirstTaken = true)),
      handlers.replaceToken({ id, reach: input, token: 'second', keep: 'keychain' }),
    ]);
    await turns();
    // The disk takes what it has begun with.
    void Promise.resolve(renaming).then(() => (isRefusing = isFirstRefused));
    goOn();
    // The first one has been refused, or taken.
    await vi.waitFor(() => expect(isRefused || isFirstTaken).toBe(true));
    await turns();
    unlock();
    const statuses = (await said).map(({ status }) => status);
    await turns();
    return { statuses, used: await connections.tokenFor(id, origin) };
  }

  it('the control: the first is taken as well', async () => {
    expect(await usedAfter(false)).toEqual({
      statuses: ['fulfilled', 'fulfilled', 'fulfilled'],
      used: 'second',
    });
  });

  it('the first is refused', async () => {
    const { statuses, used } = await usedAfter(true);
    expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(used).toBe('second');
  });
});

describe('what is said while a token is being changed', () => {
  const moved = { ...input, baseAddress: 'https://other.example/api/v1' };

  async function fixture() {
    const entries = new Map<string, string>();
    const state = { refusesDelete: false, wait: Promise.resolve() };
    const made = await connectionsFixture(undefined, {
      tokens: createCredentials({
        keychain: {
          get: (account) => Promise.resolve(entries.get(account) ?? null),
          set: async (account, secret) => {
            await state.wait;
            entries.set(account, secret);
          },
          delete: async (account) => {
            await state.wait;
            if (state.refusesDelete) throw new Error('refused');
            entries.delete(account);
          },
        },
        onSecret: () => undefined,
        platform: 'linux',
        secretService: () => Promise.resolve('open'),
        warn: () => undefined,
      }),
    });
    return { ...made, entries, state };
  }

  /** One that was left at another origin, as the keychain refused to remove it; then a token is entered, and it's removed. */
  it.each([false, true])(
    'removed while a token is being kept (keychain is busy: %s)',
    async (isBusy) => {
      const { connections, id, entries, state } = await fixture();
      const { handlers } = connections;
      state.refusesDelete = true;
      await handlers.edit({ id, input: moved, token: 'for now', keep: 'session' });
      await turns();
      state.refusesDelete = false;
      expect([...entries.values()]).toEqual(['sesame']);
      let go = (): void => undefined;
      if (isBusy) state.wait = new Promise((done) => (go = done));
      const kept = Promise.resolve(
        handlers.replaceToken({ id, reach: moved, token: 'entered', keep: 'keychain' }),
      );
      if (!isBusy) await kept;
      await turns();
      const removed = Promise.resolve(handlers.remove({ id }));
      await turns();
      go();
      const ends = (await Promise.allSettled([kept, removed])).map(({ status }) => status);
      await turns();
      expect(ends[1]).toBe('fulfilled');
      expect(connections.knownById(id)).toBeUndefined();
      expect([...entries.values()]).toEqual([]);
    },
  );

  /** Renaming is refused or not; meanwhile forget, then enter another for the session. */
  it.each([false, true])(
    'forgotten, then entered for the session (rename refused: %s)',
    async (isRefused) => {
      const { connections, id, entries } = await fixture();
      const { handlers } = connections;
      const { realDisk } = await import('../storage/disk');
      const { open } = realDisk;
      let go = (): void => undefined;
      const slow = new Promise<void>((done) => (go = done));
      let refuse = isRefused;
      const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (...given) => {
        await slow;
        if (refuse) {
          refuse = false;
          throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        }
        return open(...given);
      });
      onTestFinished(() => disk.mockRestore());
      const renaming = handlers.edit({ id, input: { ...input, label: 'New' }, keep: 'keychain' });
      await vi.waitFor(() => expect(disk).toHaveBeenCalled());
      const said = Promise.allSettled([
        renaming,
        handlers.forgetToken({ id, reach: input }),
        handlers.replaceToken({ id, reach: input, token: 'second', keep: 'session' }),
      ]);
      await turns();
      go();
      const ends = (await said).map(({ status }) => status);
      await turns();
      expect({
        ends,
        token: await connections.tokenFor(id, origin),
        state: connections.knownById(id)?.tokenState,
        kept: [...entries.values()],
      }).toEqual({
        ends: [isRefused ? 'rejected' : 'fulfilled', 'fulfilled', 'fulfilled'],
        token: 'second',
        state: 'session',
        kept: [],
      });
    },
  );
});

/**
 * A keyring is locked, and holds a token that one for the session has replaced. The disk takes its time with a change of
 * the connection's name. Meanwhile a person removes the connection, which the locked keyring refuses in the end, and
 * removes its token, which is done: that one is not back.
 */
describe('a token is removed while its connection can’t be', () => {
  const locked = () => Promise.reject(new Error('Cannot create an item in a locked collection'));
  const turns = async () => {
    for (let turn = 0; turn < 100; turn += 1) await new Promise((next) => setImmediate(next));
  };

  it.each([
    ['the control: its token alone is removed', false],
    ['its connection was to be removed', true],
  ])('a token that was removed stays so: %s', async (_name, isToBeRemoved) => {
    const keyring = { isLocked: false };
    const open = openKeychain();
    const connections = await startConnections(
      await connectionsFolder(),
      {
        get: (account) => (keyring.isLocked ? Promise.resolve(null) : open.get(account)),
        set: (account, secret) => (keyring.isLocked ? locked() : open.set(account, secret)),
        delete: (account) => (keyring.isLocked ? Promise.resolve() : open.delete(account)),
      },
      { secretService: () => Promise.resolve(keyring.isLocked ? 'locked' : 'open') },
    );
    const { handlers } = connections;
    const { id } = await handlers.add({ input, token: 'replaced', keep: 'keychain' });
    keyring.isLocked = true;
    await handlers.replaceToken({ id, reach: input, token: 'for now', keep: 'session' });
    await turns();
    const { realDisk } = await import('../storage/disk');
    const well = realDisk.open;
    let goOn = (): void => undefined;
    const slow = new Promise<void>((done) => (goOn = done));
    const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (...how) => {
      await slow;
      return well(...how);
    });
    onTestFinished(() => disk.mockRestore());
    const named = handlers.edit({ id, input: { ...input, label: 'One' }, keep: 'keychain' });
    await turns();
    const said = [
      Promise.resolve(isToBeRemoved ? handlers.remove({ id }) : undefined),
      Promise.resolve(handlers.forgetToken({ id, reach: input })),
    ];
    await turns();
    goOn();
    await named;
    const [removal, removed] = (await Promise.allSettled(said)).map(({ status }) => status);
    await turns();
    expect([removal, removed]).toEqual([isToBeRemoved ? 'rejected' : 'fulfilled', 'fulfilled']);
    expect(connections.knownById(id)?.tokenState).toBe('missing');
    expect(await connections.tokenFor(id, origin)).toBeUndefined();
  });
});
