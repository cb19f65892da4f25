/**
 * The keychain does not take a token: there is none on this computer, or it is locked. What is said then of the rest
 * that was entered, and what became of it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionInput } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { expect, it, onTestFinished } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { createConnections, type Connections } from './connections';

const input: ConnectionInput = {
  ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'ws_a' },
  ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
};
const moved: ConnectionInput = { ...input, label: 'Kestrel', workspaceId: 'ws_b' };
const token = 'sesame';

/** The room on a computer without a keychain, or with one that breaks when it is told to. */
async function room() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const entries = new Map<string, string>();
  const keychain = { isThere: true };
  const work = <Result>(done: () => Result): Promise<Result> =>
    keychain.isThere
      ? Promise.resolve(done())
      : Promise.reject(new Error('org.freedesktop.secrets was not provided by any .service files'));
  const connections = createConnections({
    file: join(folder, 'connections.json'),
    tokens: createCredentials({
      keychain: {
        get: (account) => work(() => entries.get(account) ?? null),
        set: (account, secret) => work(() => void entries.set(account, secret)),
        delete: (account) => work(() => void entries.delete(account)),
      },
      onSecret: () => undefined,
      platform: 'linux',
      secretService: () => Promise.resolve(keychain.isThere ? 'open' : 'absent'),
      warn: () => undefined,
    }),
    check: () => Promise.reject(new Error('no check')),
    startPractice: () => Promise.reject(new Error('no practice')),
    practiceLabel: () => 'Practice',
    onChange: () => undefined,
    log: { warn: () => undefined },
  });
  await connections.start();
  onTestFinished(() => connections.close());
  return { connections, keychain };
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
