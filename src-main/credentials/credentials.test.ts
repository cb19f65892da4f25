import { ProblemError } from '@shared/problem-error';
import { describe, expect, it, vi } from 'vitest';
import { createCredentials, type CredentialsOptions, type Keychain } from './credentials';

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
  more: Partial<Pick<CredentialsOptions, 'platform' | 'timeLimitMs' | 'secretService'>> = {},
) {
  const secrets: string[] = [];
  return {
    secrets,
    ...createCredentials({
      keychain,
      onSecret: (token) => secrets.push(token),
      platform: 'linux',
      secretService: async () => 'open',
      warn: () => undefined,
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
    // Keeping one looks at what is there before, to put it back where it comes too late.
    reads = 0;
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
    const onWindows = credentials(memoryKeychain(), { platform: 'win32' });
    const kept = (token: string) => problemOf(onWindows.keep('one', origin, token, 'keychain'));
    // keytar hands it over as UTF-8.
    expect(await kept('x'.repeat(2_560))).toBe('none');
    expect(await kept('é'.repeat(1_280))).toBe('none');
    expect(await kept('é'.repeat(1_281))).toBe('tokenTooLong');
    const long = 'x'.repeat(2_561);
    expect(await kept(long)).toBe('tokenTooLong');
    expect(await problemOf(onWindows.keep('one', origin, long, 'session'))).toBe('none');
    const onLinux = credentials(memoryKeychain());
    expect(await problemOf(onLinux.keep('one', origin, long, 'keychain'))).toBe('none');
  });
});

describe('a keychain', () => {
  // Messages as libsecret, gnome-keyring and macOS give them.
  it.each([
    ['Cannot create an item in a locked collection', 'keychainLocked'],
    ['User interaction is not allowed.', 'keychainLocked'],
    ['Prompt was dismissed', 'keychainLocked'],
    ['An unknown error occurred.', 'keychainFailed'],
  ])('that says %j is told as %s', async (message, code) => {
    const { keep } = credentials(failingKeychain(message));
    expect(await problemOf(keep('one', origin, 'sesame', 'keychain'))).toBe(code);
  });

  it.each([
    ['absent', { code: 'keychainAbsent', isKWallet: false }],
    ['kwallet', { code: 'keychainAbsent', isKWallet: true }],
    ['locked', { code: 'keychainLocked' }],
    ['open', { code: 'keychainFailed' }],
  ] as const)('of Linux that is %s is told so in any language', async (found, problem) => {
    const { token } = credentials(
      failingKeychain('Der Name wurde von keinem Dienst bereitgestellt'),
      {
        secretService: async () => found,
      },
    );
    await expect(token('one', origin)).rejects.toMatchObject({ problem });
  });

  it.each(['win32', 'darwin'] as const)('of %s is not asked for on a bus', async (platform) => {
    const { token } = credentials(failingKeychain('Zugriff verweigert'), {
      platform,
      secretService: () => Promise.reject(new Error('there is none')),
    });
    expect(await problemOf(token('one', origin))).toBe('keychainFailed');
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
    const none = credentials(failingKeychain('no D-Bus'), { secretService: async () => 'absent' });
    expect(await none.state()).toEqual({ state: 'absent', detail: 'no D-Bus' });
  });
});

/** A keychain that is locked until a person unlocks it; each call waits for that. */
function lockedKeychain() {
  const inside = memoryKeychain();
  const waiting: (() => void)[] = [];
  let calls = 0;
  let isLocked = true;
  const unlocked = async () => {
    calls += 1;
    if (isLocked) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return {
    entries: inside.entries,
    /** How many keep a thread. */
    waiting: () => waiting.length,
    calls: () => calls,
    unlock() {
      isLocked = false;
      for (const go of waiting.splice(0)) go();
    },
    keychain: {
      get: async (account) => unlocked().then(() => inside.get(account)),
      set: async (account, secret) => unlocked().then(() => inside.set(account, secret)),
      delete: async (account) => unlocked().then(() => inside.delete(account)),
    } satisfies Keychain,
  };
}

describe('a locked keychain', () => {
  it('keeps one thread, however often it is asked, so that files can still be saved', async () => {
    const locked = lockedKeychain();
    const { keep, token, state } = credentials(locked.keychain, { timeLimitMs: 20 });
    const codes = await Promise.all([
      problemOf(token('one', origin)),
      problemOf(token('one', origin)),
      problemOf(keep('one', origin, 'sesame', 'keychain')),
      problemOf(token('two', origin)),
    ]);
    expect(codes).toEqual(Array(4).fill('keychainLocked'));
    expect(await problemOf(keep('one', origin, 'again', 'keychain'))).toBe('keychainLocked');
    expect(await state()).toEqual({ state: 'locked' });
    expect(locked.waiting()).toBe(1);
  });

  it('keeps no token later of which was said that it was not kept', async () => {
    const locked = lockedKeychain();
    const { keep, state } = credentials(locked.keychain, { timeLimitMs: 20 });
    locked.entries.set(`one ${origin}`, 'old');
    expect(await problemOf(keep('one', origin, 'first', 'keychain'))).toBe('keychainLocked');
    expect(await problemOf(keep('one', origin, 'second', 'keychain'))).toBe('keychainLocked');
    locked.unlock();
    // It stands behind the others.
    expect(await state()).toEqual({ state: 'ready' });
    expect([...locked.entries.values()]).toEqual(['old']);
  });

  it('puts back what was there when the answer comes too late', async () => {
    const inside = memoryKeychain();
    inside.entries.set(`one ${origin}`, 'old');
    let finish = (): void => undefined;
    const slow = new Promise<void>((resolve) => (finish = resolve));
    const { keep, token } = credentials(
      {
        ...inside,
        set: async (account, secret) => {
          await inside.set(account, secret);
          if (secret === 'new') await slow;
        },
      },
      { timeLimitMs: 20 },
    );
    expect(await problemOf(keep('one', origin, 'new', 'keychain'))).toBe('keychainLocked');
    expect(inside.entries.get(`one ${origin}`)).toBe('new');
    finish();
    expect(await token('one', origin)).toBe('old');
  });

  it('takes a first token, though it asks nobody to unlock it where it has none to read', async () => {
    const inside = memoryKeychain();
    let isLocked = true;
    const { keep, token } = credentials(
      {
        ...inside,
        set: async (account, secret) => {
          isLocked = false;
          await inside.set(account, secret);
        },
      },
      { secretService: async () => (isLocked ? 'locked' : 'open') },
    );
    expect(await problemOf(token('one', origin))).toBe('keychainLocked');
    await keep('one', origin, 'sesame', 'keychain');
    expect([...inside.entries]).toEqual([[`one ${origin}`, 'sesame']]);
  });

  it('answers those who ask for the same with one call', async () => {
    const locked = lockedKeychain();
    locked.entries.set(`one ${origin}`, 'sesame');
    const { token } = credentials(locked.keychain, { timeLimitMs: 10_000 });
    const asked = [token('one', origin), token('one', origin), token('one', origin)];
    await vi.waitFor(() => expect(locked.waiting()).toBe(1));
    locked.unlock();
    expect(await Promise.all(asked)).toEqual(Array(3).fill('sesame'));
    expect(locked.calls()).toBe(1);
  });
});
