/** A keychain that takes its time holds up no edit that keeps its token: what was saved later is not overtaken by it. */
import type { ConnectionInput } from '@shared/connection';
import { expect, it } from 'vitest';
import type { Keychain } from '../credentials/credentials';
import {
  connectionsFolder,
  input,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';

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
