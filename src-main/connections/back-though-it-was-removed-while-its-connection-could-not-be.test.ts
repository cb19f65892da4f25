/**
 * A keyring is locked, and holds a token that one for the session has replaced. The disk takes its time with a change of
 * the connection's name. Meanwhile a person removes the connection, which the locked keyring refuses in the end, and
 * removes its token, which is done: that one is not back.
 */
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  connectionsFolder,
  input,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';

const { origin } = new URL(input.baseAddress);
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
