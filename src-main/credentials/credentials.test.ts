import { ProblemError } from '@shared/problem-error';
import { describe, expect, it } from 'vitest';
import { createCredentials, type Keychain } from './credentials';

const origin = 'https://northwind.example';

function memoryKeychain(): Keychain & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get: async (account) => entries.get(account) ?? null,
    set: async (account, secret) => void entries.set(account, secret),
    delete: async (account) => void entries.delete(account),
  };
}

function failingKeychain(message: string): Keychain {
  const fail = () => Promise.reject(new Error(message));
  return { get: fail, set: fail, delete: fail };
}

function credentials(
  keychain: Keychain,
  more: { platform?: NodeJS.Platform; timeLimitMs?: number } = {},
) {
  const secrets: string[] = [];
  return {
    secrets,
    ...createCredentials({
      keychain,
      onSecret: (token) => secrets.push(token),
      platform: 'linux',
      ...more,
    }),
  };
}

async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code;
    throw error;
  }
  return 'none';
}

describe('a token', () => {
  it('comes back for the connection and the origin it was entered for', async () => {
    const { keep, token, secrets } = credentials(memoryKeychain());
    await keep('one', origin, 'sesame', 'keychain');
    expect(await token('one', origin)).toBe('sesame');
    expect(secrets).toContain('sesame');
  });

  it('goes to no other origin and to no other connection', async () => {
    const { keep, token } = credentials(memoryKeychain());
    await keep('one', origin, 'sesame', 'keychain');
    expect(await token('one', 'https://elsewhere.example')).toBeUndefined();
    expect(await token('two', origin)).toBeUndefined();
  });

  it('kept until Foyer quits is not in the keychain', async () => {
    const keychain = memoryKeychain();
    const { keep, token } = credentials(keychain);
    await keep('one', origin, 'sesame', 'session');
    expect(await token('one', origin)).toBe('sesame');
    expect(keychain.entries.size).toBe(0);
  });

  it('kept until Foyer quits outlives the older one in the keychain', async () => {
    const keychain = memoryKeychain();
    const { keep, token, removeFromKeychain } = credentials(keychain);
    await keep('one', origin, 'old', 'keychain');
    await token('one', origin);
    await keep('one', origin, 'new', 'session');
    await removeFromKeychain('one', origin);
    expect(await token('one', origin)).toBe('new');
    expect(await credentials(keychain).token('one', origin)).toBeUndefined();
  });

  it('kept until Foyer quits asks the keychain nothing', async () => {
    const { keep, token } = credentials(failingKeychain('Prompt was dismissed'));
    await keep('one', origin, 'sesame', 'session');
    expect(await token('one', origin)).toBe('sesame');
  });

  it('that is replaced in the keychain also replaces the one in memory', async () => {
    const { keep, token } = credentials(memoryKeychain());
    await keep('one', origin, 'old', 'session');
    await keep('one', origin, 'new', 'keychain');
    expect(await token('one', origin)).toBe('new');
  });

  it('is read once, and again after it was replaced or refused', async () => {
    const keychain = memoryKeychain();
    let reads = 0;
    const { keep, token, readAgain } = credentials({
      ...keychain,
      get(account) {
        reads += 1;
        return keychain.get(account);
      },
    });
    await keep('one', origin, 'old', 'keychain');
    await token('one', origin);
    expect(await token('one', origin)).toBe('old');
    expect(reads).toBe(1);
    await keep('one', origin, 'new', 'keychain');
    expect(await token('one', origin)).toBe('new');
    keychain.entries.set(`one ${origin}`, 'newest');
    readAgain('one', origin);
    expect(await token('one', origin)).toBe('newest');
  });

  it('that was being read while it was forgotten is not kept', async () => {
    const keychain = memoryKeychain();
    const { keep, token, forget } = credentials(keychain);
    await keep('one', origin, 'sesame', 'keychain');
    const asked = token('one', origin);
    await forget('one', origin);
    await asked;
    expect(await token('one', origin)).toBeUndefined();
  });

  it('that is forgotten is gone from both', async () => {
    const keychain = memoryKeychain();
    const { keep, forget, token } = credentials(keychain);
    await keep('one', origin, 'sesame', 'keychain');
    await forget('one', origin);
    expect(await token('one', origin)).toBeUndefined();
    expect(keychain.entries.size).toBe(0);
  });

  it('is refused where it is longer than Windows takes, and nowhere else', async () => {
    const long = 'x'.repeat(1_251);
    const onWindows = credentials(memoryKeychain(), { platform: 'win32' });
    expect(await problemOf(onWindows.keep('one', origin, long, 'keychain'))).toBe('tokenTooLong');
    expect(await problemOf(onWindows.keep('one', origin, long, 'session'))).toBe('none');
    const onLinux = credentials(memoryKeychain());
    expect(await problemOf(onLinux.keep('one', origin, long, 'keychain'))).toBe('none');
  });
});

describe('a keychain', () => {
  // Messages as libsecret, gnome-keyring and macOS give them.
  it.each([
    ['The name org.freedesktop.secrets was not provided by any .service files', 'keychainAbsent'],
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'keychainAbsent'],
    ['Could not connect: No such file or directory', 'keychainAbsent'],
    ['Cannot create an item in a locked collection', 'keychainLocked'],
    ['User interaction is not allowed.', 'keychainLocked'],
    ['Prompt was dismissed', 'keychainLocked'],
    ['An unknown error occurred.', 'keychainFailed'],
  ])('that says %j is told as %s', async (message, code) => {
    const { keep } = credentials(failingKeychain(message));
    expect(await problemOf(keep('one', origin, 'sesame', 'keychain'))).toBe(code);
  });

  it('that never answers is taken for locked', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { token, state } = credentials(
      { get: never, set: never, delete: never },
      { timeLimitMs: 20 },
    );
    expect(await problemOf(token('one', origin))).toBe('keychainLocked');
    expect(await state()).toEqual({ state: 'locked' });
  });

  it('tells its state', async () => {
    expect(await credentials(memoryKeychain()).state()).toEqual({ state: 'ready' });
    expect(await credentials(failingKeychain('no D-Bus')).state()).toEqual({
      state: 'absent',
      detail: 'no D-Bus',
    });
  });
});
