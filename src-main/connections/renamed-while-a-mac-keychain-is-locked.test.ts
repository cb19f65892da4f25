/** While a keychain is locked, what needs no token keeps working: a connection's name and colour are of that kind. */
import { expect, it } from 'vitest';
import { createCredentials, type Keychain } from '../credentials/credentials';
import {
  connectionsFolder,
  input,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';

/** The system's own one on a Mac: locked, it asks the person for its password, and answers once that is typed. */
function macKeychain(state: { isLocked: boolean; asked: string[] }) {
  const kept = openKeychain();
  const work = <Result>(what: string, done: () => Promise<Result>): Promise<Result> => {
    if (!state.isLocked) return done();
    state.asked.push(what);
    return new Promise<Result>(() => undefined);
  };
  const keychain: Keychain = {
    get: (account) => work('get', () => kept.get(account)),
    set: (account, secret) => work('set', () => kept.set(account, secret)),
    delete: (account) => work('delete', () => kept.delete(account)),
  };
  return () =>
    createCredentials({
      keychain,
      platform: 'darwin',
      secretService: () => Promise.reject(new Error('no session bus on a Mac')),
      onSecret: () => undefined,
      warn: () => undefined,
    });
}

it('is renamed at once, and nobody is asked for the password of the keychain', async () => {
  const state = { isLocked: false, asked: [] as string[] };
  const started = macKeychain(state);
  const folder = await connectionsFolder();
  const before = await startConnections(folder, openKeychain(), { tokens: started() });
  const { id } = await before.handlers.add({ input, token: 'secret-9f2c7a', keep: 'keychain' });
  await before.close();

  // Foyer is started anew, and has not sent anything; the keychain has locked itself meanwhile.
  const { handlers } = await startConnections(folder, openKeychain(), { tokens: started() });
  state.isLocked = true;
  await handlers.edit({
    ...{ id, keep: 'keychain' },
    input: { ...input, label: 'Renamed', colour: 'violet' },
  });
  expect((await handlers.list(undefined)).list).toMatchObject([{ label: 'Renamed' }]);
  expect(state.asked).toEqual([]);
});
