/**
 * A keyring is locked while a person enters a token for the session in place of one that is kept in it. Later it is
 * unlocked, for another connection's token: by the guide the one that was replaced is removed as soon as possible.
 */
import { expect, it } from 'vitest';
import {
  connectionsFolder,
  input,
  lockableKeychain,
  startConnections,
} from './testing/fixture-connections';

const { origin } = new URL(input.baseAddress);
const turns = async () => {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((next) => setImmediate(next));
};

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
  await connections.handlers.replaceToken({ id, reach: input, token: 'for now', keep: 'session' });
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
  await connections.handlers.replaceToken({ id, reach: input, token: 'for now', keep: 'session' });
  await turns();
  keyring.isLocked = false;
  connections.tokenRefused(other, origin);
  expect(await connections.tokenFor(other, origin)).toBe('sesame');
  await turns();
  expect([...entries.values()]).toEqual(['sesame']);
});
