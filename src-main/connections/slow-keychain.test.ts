import { describe, expect, it } from 'vitest';
import type { ConnectionInput } from '@shared/connection';
import { createCredentials, type Keychain } from '../credentials/credentials';
import {
  connectionsFixture,
  connectionsFolder,
  input,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';

/** A keychain that takes its time holds up no edit that keeps its token: what was saved later is not overtaken by it. */
describe('an edit while a keychain takes its time', () => {
  /** One that gives nothing until it is let go: a keyring that starts, or one whose question is on the screen. */
  function slowKeychain() {
    const kept = openKeychain();
    let gate = Promise.resolve();
    let open = (): void => undefined;
    const keychain: Keychain = { ...kept, get: (account) => gate.then(() => kept.get(account)) };
    const hold = () => {
      gate = new Promise((done) => (open = done));
    };
    return { keychain, hold, letGo: () => open() };
  }

  /** A Foyer that has just started, with one connection whose token is in the keychain. */
  async function startedWithOne() {
    const { keychain, hold, letGo } = slowKeychain();
    const folder = await connectionsFolder();
    const before = await startConnections(folder, keychain);
    const { id } = await before.handlers.add({ input, token: 'secret-9f2c7a', keep: 'keychain' });
    await before.close();
    const connections = await startConnections(folder, keychain);
    hold();
    const { handlers } = connections;
    const save = async (changes: Partial<ConnectionInput>) =>
      handlers.edit({ id, input: { ...input, ...changes }, keep: 'keychain' });
    const shown = () => connections.snapshot().list;
    return { handlers, save, shown, letGo };
  }

  const mistyped = { label: 'Norhtwind', baseAddress: 'https://northwind.example/apj/v1' };

  it('what is saved later holds', async () => {
    const { handlers, save, shown, letGo } = await startedWithOne();
    const first = save(mistyped).catch(() => undefined);
    await handlers.giveUp(undefined);
    // The form is opened anew, and this one is saved at once.
    const second = { label: 'Northwind 2', baseAddress: 'https://northwind.example/api/v2/v1' };
    await save(second);
    expect(shown()).toMatchObject([second]);
    letGo();
    await first;
    expect(shown()).toMatchObject([second]);
  });
});

/**
 * A person replaces a token, and the keychain is busy or waits to be unlocked. Meanwhile they remove the token, here or
 * in another window: the last word holds, wherever the token before was kept.
 */
describe('a token that is removed while the keychain is busy with another', () => {
  const { origin } = new URL(input.baseAddress);
  const turns = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
  };

  it.each(['keychain', 'session'] as const)('the one before was kept in the %s', async (before) => {
    const entries = new Map<string, string>();
    const state = { wait: Promise.resolve() };
    const { connections, id } = await connectionsFixture(undefined, {
      tokens: createCredentials({
        keychain: {
          get: (account) => Promise.resolve(entries.get(account) ?? null),
          set: async (account, secret) => {
            await state.wait;
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
    await handlers.replaceToken({ id, reach: input, token: 'before', keep: before });
    await turns();
    let go = (): void => undefined;
    state.wait = new Promise((done) => (go = done));
    const kept = Promise.resolve(
      handlers.replaceToken({ id, reach: input, token: 'entered', keep: 'keychain' }),
    );
    await turns();
    const forgotten = Promise.resolve(handlers.forgetToken({ id, reach: input }));
    await turns();
    go();
    await Promise.allSettled([kept, forgotten]);
    await turns();
    expect({
      kept: [...entries.values()],
      state: connections.knownById(id)?.tokenState,
      token: await connections.tokenFor(id, origin),
    }).toEqual({ kept: [], state: 'missing', token: undefined });
  });
});
