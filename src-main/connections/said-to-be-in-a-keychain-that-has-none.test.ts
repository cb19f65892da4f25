/**
 * A home folder comes from another computer, or from a backup, with Foyer's profile and without the keychain; or a
 * person removes Foyer's entry in the system's keychain program. Whatever needs the token says that none is stored.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { createConnections } from './connections';
import { input } from './testing/observed-connections';

async function start(folder: string, entries: Map<string, string>) {
  const connections = createConnections({
    file: join(folder, 'connections.json'),
    tokens: createCredentials({
      keychain: {
        get: (account) => Promise.resolve(entries.get(account) ?? null),
        set: (account, secret) => Promise.resolve(void entries.set(account, secret)),
        delete: (account) => Promise.resolve(void entries.delete(account)),
      },
      onSecret: () => undefined,
      platform: 'linux',
      secretService: () => Promise.resolve('open'),
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
  return connections;
}

/** What is said of the token by what sends, and by Settings and the form of the connection. */
async function said(how: 'removed in Foyer' | 'removed outside of it') {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const entries = new Map<string, string>();
  const before = await start(folder, entries);
  const { id } = await before.handlers.add({ input, token: 'sesame', keep: 'keychain' });
  if (how === 'removed in Foyer') await before.handlers.forgetToken({ id });
  await before.close();
  entries.clear();
  const connections = await start(folder, entries);
  // A theme is published, say: `tokenMissing`, *No token is stored for Northwind Studio.*
  const token = await connections.tokenFor(id, new URL(input.baseAddress).origin);
  return { token, shown: connections.knownById(id)?.tokenState };
}

it.each(['removed in Foyer', 'removed outside of it'] as const)(
  'Settings and what sends say the same of the token: %s',
  async (how) => {
    expect(await said(how)).toEqual({ token: undefined, shown: 'missing' });
  },
);
