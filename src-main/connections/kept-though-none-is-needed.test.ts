/**
 * A person edits a connection and chooses *No token*: “For services that need no token. Nothing is stored in the
 * keychain.” From then on Settings says *no token needed*, and offers none to forget or to replace.
 */
import { expect, it } from 'vitest';
import { connectionsFolder, openKeychain, startConnections } from './testing/fixture-connections';
import { input } from './testing/observed-connections';

async function room() {
  const entries = new Map<string, string>();
  const connections = await startConnections(await connectionsFolder(), openKeychain(entries));
  const { id } = await connections.handlers.add({ input, token: 'sesame', keep: 'keychain' });
  expect([...entries.values()]).toEqual(['sesame']);
  return { connections, id, entries };
}

it('the control: pointed elsewhere, where it needs none, its old token is removed', async () => {
  const { connections, id, entries } = await room();
  const baseAddress = 'https://kestrel.example/api/v1';
  const edited = { ...input, baseAddress, presentation: { kind: 'none' } as const };
  await connections.handlers.edit({ id, input: edited, keep: 'keychain' });
  await expect.poll(() => [...entries.values()]).toEqual([]);
});

it('where it is, nothing of it is stored in the keychain once it needs none', async () => {
  const { connections, id, entries } = await room();
  const edited = { ...input, presentation: { kind: 'none' } as const };
  await connections.handlers.edit({ id, input: edited, keep: 'keychain' });
  expect(connections.knownById(id)?.tokenState).toBe('notNeeded');
  await expect.poll(() => [...entries.values()]).toEqual([]);
});
