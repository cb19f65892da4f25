import { expect, it, onTestFinished, vi } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { connectionsFixture, input } from './testing/fixture-connections';

const { origin } = new URL(input.baseAddress);
const moved = { ...input, baseAddress: 'https://other.example/api/v1' };
const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
};

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
