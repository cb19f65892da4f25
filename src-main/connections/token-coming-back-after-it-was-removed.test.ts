/**
 * A person replaces a token, and the keychain is busy or waits to be unlocked. Meanwhile they remove the token, here or
 * in another window: the last word holds, wherever the token before was kept.
 */
import { expect, it } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { connectionsFixture, input } from './testing/fixture-connections';

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
