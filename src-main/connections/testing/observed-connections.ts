/** The room of the connections over plain tokens, with all that it tells, asks and keeps to be looked at. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionCheck, ConnectionInput, Connections as Snapshot } from '@shared/connection';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { afterEach, beforeEach } from 'vitest';
import { createConnections, type Connections } from '../connections';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Where the connections of the test that runs are kept. */
export const documentFile = (): string => join(folder, 'connections.json');

/** What is entered of a connection. */
export const input: ConnectionInput = {
  label: 'Northwind Studio',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'ws_4f2c9a',
  colour: 'petrol',
  preset: 'documented',
  presentation: { kind: 'bearer' },
};

/** The origin of its address. */
export const { origin } = new URL(input.baseAddress);

/** The room as a start of Foyer builds it: each on the same document, with a keychain of its own that is looked into. */
export async function room(isLocked = false) {
  const kept = new Map<string, { token: string; where: string }>();
  /** A test locks it where what it holds is to be left behind. */
  const keychain = { isLocked };
  const changes: Snapshot[] = [];
  const told: string[] = [];
  const checks: { input: ConnectionInput; token: string | undefined }[] = [];
  const connections = createConnections({
    file: documentFile(),
    tokens: {
      token: async (id, origin) => kept.get(`${id} ${origin}`)?.token,
      inMemory: (id, origin) => kept.get(`${id} ${origin}`)?.token,
      keep: async (id, origin, token, where) => {
        kept.set(`${id} ${origin}`, { token, where });
        return () => Promise.resolve();
      },
      forget: async (id, origin) => {
        kept.delete(`${id} ${origin}`);
        return () => Promise.resolve();
      },
      forgetInSession: (id, origin) => {
        if (kept.get(`${id} ${origin}`)?.where === 'session') kept.delete(`${id} ${origin}`);
        return () => Promise.resolve();
      },
      removeFromKeychain: async (id, origin) => {
        if (keychain.isLocked) throw new ProblemError({ code: 'keychainLocked', isChange: true });
        if (kept.get(`${id} ${origin}`)?.where === 'keychain') kept.delete(`${id} ${origin}`);
      },
      isInSession: (id, origin) => kept.get(`${id} ${origin}`)?.where === 'session',
      readAgain: () => undefined,
      onOpen: () => undefined,
    },
    check: async (checked, token): Promise<ConnectionCheck> => {
      checks.push({ input: checked, token });
      return { verdict: 'good', status: 400, detail: '' };
    },
    startPractice: async (before) => ({
      baseAddress: before ?? 'http://127.0.0.1:4010/api/v1',
      workspaceId: 'practice',
      token: 'practice-token',
    }),
    practiceLabel: () => 'Practice',
    onChange: (snapshot) => changes.push(snapshot),
    onAccessChanged: (id) => told.push(`access ${id}`),
    onRemoved: (id) => told.push(`removed ${id}`),
    log: { warn: () => undefined },
  });
  await connections.start();
  return { connections, kept, keychain, changes, checks, told };
}

/** The connection that is chosen. */
export function current(connections: Connections) {
  const { list, currentId } = connections.snapshot();
  return list.find((connection) => connection.id === currentId);
}

/** The problem that `work` ends with, if it does. */
export async function problem(work: unknown): Promise<Problem | undefined> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return undefined;
}

/** Adds a connection with a token. */
export async function add(connections: Connections, more: Partial<ConnectionInput> = {}) {
  return connections.handlers.add({
    input: { ...input, ...more },
    token: 'sesame',
    keep: 'keychain',
  });
}
