/**
 * The keychain does not take a token: there is none on this computer, or it is locked. What is said then of the rest
 * that was entered, and what became of it.
 */
import type { ConnectionInput } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { expect, it } from 'vitest';
import type { Connections } from './connections';
import {
  connectionsFolder,
  keychainThatGoes,
  startConnections,
} from './testing/fixture-connections';

const input: ConnectionInput = {
  ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'ws_a' },
  ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
};
const moved: ConnectionInput = { ...input, label: 'Kestrel', workspaceId: 'ws_b' };
const token = 'sesame';

/** The room on a computer without a keychain, or with one that breaks when it is told to. */
async function room() {
  const { state, keychain, secretService } = keychainThatGoes();
  const connections = await startConnections(await connectionsFolder(), keychain, {
    secretService,
  });
  return { connections, keychain: state };
}

/** What the window says was kept (`KeychainNotice` shows it); empty where nothing was refused. */
async function saidKept(work: () => unknown): Promise<string> {
  try {
    await work();
    return '';
  } catch (error) {
    if (error instanceof ProblemError) return problemText(error.problem).kept;
    throw error;
  }
}

const everythingElse = /everything except the token was saved/iu;
const shown = (connections: Connections) =>
  connections.snapshot().list.map(({ label, workspaceId }) => ({ label, workspaceId }));

it('the control: where the keychain takes it, all of it is saved', async () => {
  const { connections } = await room();
  expect(await saidKept(() => connections.handlers.add({ input, token, keep: 'keychain' }))).toBe(
    '',
  );
  expect(shown(connections)).toEqual([{ label: 'Northwind', workspaceId: 'ws_a' }]);
});

it('a new connection is not said to be saved that is not', async () => {
  const { connections, keychain } = await room();
  keychain.isThere = false;
  const kept = await saidKept(() => connections.handlers.add({ input, token, keep: 'keychain' }));
  expect(shown(connections)).toEqual([]);
  expect(kept).not.toMatch(everythingElse);
});

it('one that is pointed to another workspace is not said to be, while it leads where it led', async () => {
  const { connections, keychain } = await room();
  const { id } = await connections.handlers.add({ input, token, keep: 'keychain' });
  keychain.isThere = false;
  const kept = await saidKept(() =>
    connections.handlers.edit({ id, input: moved, token: 'another', keep: 'keychain' }),
  );
  expect(shown(connections)).toEqual([{ label: 'Northwind', workspaceId: 'ws_a' }]);
  expect(kept).not.toMatch(everythingElse);
});

it('one that could not be removed is not said to be saved', async () => {
  const { connections, keychain } = await room();
  const { id } = await connections.handlers.add({ input, token, keep: 'keychain' });
  keychain.isThere = false;
  const kept = await saidKept(() => connections.handlers.remove({ id }));
  expect(shown(connections)).toHaveLength(1);
  expect(kept).not.toMatch(everythingElse);
});
