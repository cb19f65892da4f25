/**
 * The only connection is changed to need no token while the keyring that has it is locked: a desktop that logs in by itself
 * leaves it locked until something asks for it. “Nothing is stored in the keychain”, says the form, and a token that is
 * left is removed as soon as possible, says the guide. From the next start on the keyring is open.
 */
import { expect, it } from 'vitest';
import {
  connectionsFolder,
  input,
  lockableKeychain,
  startConnections,
} from './testing/fixture-connections';

const none = { ...input, presentation: { kind: 'none' } as const };
const turns = async () => {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((next) => setImmediate(next));
};

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
