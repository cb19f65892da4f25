/**
 * A person removes a connection's token, and the keychain removes it. Later there is no keychain (another desktop, a
 * remote session), or it is locked, and they remove the connection: there is nothing of it in the keychain any more.
 */
import { expect, it, onTestFinished } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCredentials } from '../credentials/credentials';
import { createConnections } from './connections';
import { input, problem } from './testing/observed-connections';

async function removed(had: 'a token for the session' | 'a token in the keychain') {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
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
  const keep = had === 'a token in the keychain' ? 'keychain' : 'session';
  const { id } = await connections.handlers.add({ input, token: 'sesame', keep });
  await connections.handlers.forgetToken({ id });
  expect(entries.size).toBe(0);
  expect(connections.knownById(id)?.tokenState).toBe('missing');
  keychain.isThere = false;
  const said = await problem(connections.handlers.remove({ id }));
  return { said: said?.code, isThere: connections.knownById(id) !== undefined };
}

it.each(['a token for the session', 'a token in the keychain'] as const)(
  'a connection that has no token any more can be removed without a keychain: it had %s',
  async (had) => {
    expect(await removed(had)).toEqual({ said: undefined, isThere: false });
  },
);
