/**
 * A person edits a connection and chooses *No token*: “For services that need no token. Nothing is stored in the
 * keychain.” From then on Settings says *no token needed*, and offers none to forget or to replace.
 */
import type { LocalAction } from '@shared/activity';
import { expect, it } from 'vitest';
import { connectionsFolder, openKeychain, startConnections } from './testing/fixture-connections';
import { input, origin } from './testing/observed-connections';

const none = { ...input, presentation: { kind: 'none' } as const };

async function room(keep: 'keychain' | 'session') {
  const entries = new Map<string, string>();
  const actions: LocalAction[] = [];
  const connections = await startConnections(await connectionsFolder(), openKeychain(entries), {
    onDone: (action) => actions.push(action),
  });
  const { id } = await connections.handlers.add({ input, token: 'sesame', keep });
  expect([...entries.values()]).toEqual(keep === 'keychain' ? ['sesame'] : []);
  actions.length = 0;
  const told = () => actions.map(({ kind }) => kind);
  return { connections, id, entries, told };
}

it.each([
  ['the control: pointed elsewhere, where it needs none', 'https://kestrel.example/api/v1'],
  ['where it is', input.baseAddress],
])('nothing of it is stored in the keychain once it needs none: %s', async (_n, baseAddress) => {
  const { connections, id, entries, told } = await room('keychain');
  await connections.handlers.edit({ id, input: { ...none, baseAddress }, keep: 'keychain' });
  expect(connections.knownById(id)?.tokenState).toBe('notNeeded');
  await expect.poll(() => [...entries.values()]).toEqual([]);
  await expect.poll(told).toEqual(['connectionEdited', 'tokenRemoved']);
});

it('nor is it kept for the session', async () => {
  const { connections, id, told } = await room('session');
  await connections.handlers.edit({ id, input: none, keep: 'keychain' });
  expect(await connections.tokenFor(id, origin)).toBeUndefined();
  await expect.poll(told).toEqual(['connectionEdited', 'tokenRemoved']);
  await connections.handlers.edit({ id, input: none, keep: 'keychain' });
  expect(told().slice(2)).toEqual([]);
});
