/**
 * The open keychain was found without a connection's token, and it is shown as missing. A person enters another, which
 * the keychain takes and the disk refuses to note: it is taken out of the keychain again, which has none as before.
 */
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { connectionsFixture, input } from './testing/fixture-connections';

const { origin } = new URL(input.baseAddress);

it.each(['keychain', 'session'] as const)(
  'it is missing still: entered for the %s',
  async (keep) => {
    const entries = new Map<string, string>();
    const { connections, id } = await connectionsFixture(undefined, {
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
    });
    entries.clear();
    connections.tokenRefused(id, origin);
    expect(await connections.tokenFor(id, origin)).toBeUndefined();
    expect(connections.knownById(id)?.tokenState).toBe('missing');
    const { realDisk } = await import('../storage/disk');
    const disk = vi
      .spyOn(realDisk, 'open')
      .mockRejectedValue(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
    onTestFinished(() => disk.mockRestore());
    await expect(
      Promise.resolve(
        connections.handlers.replaceToken({ id, reach: input, token: 'entered', keep }),
      ),
    ).rejects.toThrow();
    disk.mockRestore();
    expect({ kept: entries.size, state: connections.knownById(id)?.tokenState }).toEqual({
      kept: 0,
      state: 'missing',
    });
  },
);
