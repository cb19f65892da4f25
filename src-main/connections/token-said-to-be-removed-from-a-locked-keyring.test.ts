/**
 * A person edits a connection and chooses *No token* while the keyring, in which its token is kept, is locked. *Remove the
 * token* is refused then; of this, Activity says “Removed the token of Northwind”.
 */
import type { LocalAction } from '@shared/activity';
import { expect, it } from 'vitest';
import {
  connectionsFolder,
  input,
  lockableKeychain,
  startConnections,
} from './testing/fixture-connections';
import { problem } from './testing/observed-connections';

const none = { ...input, presentation: { kind: 'none' } as const };
const turns = async () => {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((next) => setImmediate(next));
};

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
