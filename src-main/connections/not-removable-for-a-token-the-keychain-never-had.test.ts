/**
 * A person removed a connection's token in the keychain itself, and enters one for the session. The keychain, which is
 * open, has none to remove. Later there is no keychain, and they remove the connection: nothing of it is there.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import {
  connectionsFolder,
  input,
  keychainThatGoes,
  startConnections,
} from './testing/fixture-connections';
import { problem } from './testing/observed-connections';

it.each([
  ['the control: Foyer removed it', false],
  ['it was removed there before', true],
])('the connection can be removed: %s', async (_name, isRemovedThere) => {
  const entries = new Map<string, string>();
  const { state, keychain, secretService } = keychainThatGoes(entries);
  const folder = await connectionsFolder();
  const connections = await startConnections(folder, keychain, { secretService });
  const { id } = await connections.handlers.add({ input, token: 'sesame', keep: 'keychain' });
  if (isRemovedThere) entries.clear();
  await connections.handlers.replaceToken({ id, reach: input, token: 'for now', keep: 'session' });
  await vi.waitFor(async () =>
    expect(await readFile(join(folder, 'connections.json'), 'utf8')).not.toContain('tokensLeftAt'),
  );
  expect(entries.size).toBe(0);
  state.isThere = false;
  const said = await problem(connections.handlers.remove({ id }));
  expect({ said: said?.code, isThere: connections.knownById(id) !== undefined }).toEqual({
    said: undefined,
    isThere: false,
  });
});
