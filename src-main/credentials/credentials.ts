/**
 * Tokens: in the OS keychain, or in memory until Foyer quits where a person chose so. A token is
 * bound to the origin that it was entered for, so that a changed address never gets it.
 */
import type { KeychainState } from '@shared/bridge/app';
import { ProblemError } from '@shared/problem-error';
import type { Keychain } from './keychain';
import { TokenChanges, type PutBack } from './token-changes';
import { createKeychainCalls, KeychainLocked, probeAccount, type Put } from './keychain-calls';

export type { Keychain } from './keychain';
export type { PutBack } from './token-changes';
export { createSystemKeychain } from './system-keychain';

export interface Credentials {
  /** The token for this connection at this origin, if there is one. Problems: keychain… */
  token(connectionId: string, origin: string): Promise<string | undefined>;
  /** The token where it is in memory: no keychain is asked, which may keep one waiting, or ask a person. */
  inMemory(connectionId: string, origin: string): string | undefined;
  /**
   * Keeps a token. One for the session goes before what the keychain holds, and asks it nothing: the
   * older one there is removed apart. Problems: keychainAbsent, keychainLocked, keychainFailed,
   * tokenTooLong.
   *
   * @param givenUp once it says so while the keychain has not answered, nothing is kept: `keychainLocked`
   */
  keep(
    connectionId: string,
    origin: string,
    token: string,
    where: 'keychain' | 'session',
    givenUp?: AbortSignal,
  ): Promise<PutBack>;
  /**
   * Removes what the keychain holds, in the background: it has none once this resolves. One that is kept for the session
   * stays. Problems: keychain…
   */
  removeFromKeychain(connectionId: string, origin: string): Promise<void>;
  /** The service refused the token: the next one is read from the keychain, not from memory. */
  readAgain(connectionId: string, origin: string): void;
  /**
   * Forgets the token wherever it is. A locked keychain has a person asked to unlock it, even if it holds none. Problems:
   * keychain…
   */
  forget(connectionId: string, origin: string): Promise<PutBack>;
  /** Forgets one that is kept for the session; the keychain, if there is one, is not asked. */
  forgetInSession(connectionId: string, origin: string): PutBack;
  /** Whether the token is kept in memory only. */
  isInSession(connectionId: string, origin: string): boolean;
  /** Sets what hears that the keychain is open: it has given or taken what it was asked for. */
  onOpen(listener: () => void): void;
  /** Whether the keychain can be used; asks it, so it can take as long as the time limit. */
  state(): Promise<KeychainState>;
}

export interface CredentialsOptions {
  keychain: Keychain;
  /** Told of each token before it is used, so that the log can hide it. */
  onSecret: (token: string) => void;
  platform: NodeJS.Platform;
  /** Asked on Linux when the keychain failed or gave nothing: what is known of it, whatever the language. */
  secretService: () => Promise<'open' | 'locked' | 'kwallet' | 'absent'>;
  /** For logs: something went wrong that a person need not act on. */
  warn: (event: string, fields: Record<string, unknown>) => void;
  /** A locked keyring waits for ever; a person may need a moment to unlock it. Milliseconds. */
  timeLimitMs?: number;
}

/** What Windows' Credential Manager takes (CRED_MAX_CREDENTIAL_BLOB_SIZE); keytar gives it UTF-8. */
const mostBytesOnWindows = 2_560;

/** What is said in English where nothing better than its words is known of a failure. */
const lockedKeychain = /locked|dismissed|interaction is not allowed|canceled|cancelled/iu;

function account(connectionId: string, origin: string): string {
  return `${connectionId} ${origin}`;
}

export function createCredentials(options: CredentialsOptions): Credentials {
  const { onSecret, platform, warn, timeLimitMs = 30_000 } = options;
  const keychain = createKeychainCalls({
    keychain: options.keychain,
    isLocked:
      platform === 'linux' ? async () => (await options.secretService()) === 'locked' : undefined,
    timeLimitMs,
    warn,
  });
  let hearOfOpen = (): void => undefined;
  const session = new Map<string, string>();
  /**
   * What was read of the keychain, so that a send doesn't wait for it each time. A token that the
   * service refused is read again: someone may have replaced it there.
   */
  const read = new Map<string, string>();
  /** Grows with each change: what was asked for before may be of yesterday. */
  let changes = 0;
  /** What is kept until Foyer quits, and what is in the keychain, are changed and put back each by itself. */
  const inSessionChanges = new TokenChanges();
  const inKeychainChanges = new TokenChanges();

  function outdate(name: string): void {
    changes += 1;
    read.delete(name);
  }

  function keepInSession(name: string, token: string | undefined): void {
    if (token === undefined) session.delete(name);
    else session.set(name, token);
    outdate(name);
  }

  /** Keeps a token until Foyer quits, or none. */
  function changeInSession(name: string, token: string | undefined): PutBack {
    const before = session.get(name);
    const change = inSessionChanges.begin(name);
    keepInSession(name, token);
    return change.made(async () => keepInSession(name, before));
  }

  /** Puts a token into the keychain, or takes it out. */
  async function changeInKeychain(name: string, token: string | null, how?: Put): Promise<PutBack> {
    const change = inKeychainChanges.begin(name);
    let before: string | null;
    try {
      before = await putInKeychain(name, token, how);
      hearOfOpen();
    } catch (error) {
      await change.failed();
      throw error;
    }
    return change.made(async () => {
      await putInKeychain(name, before);
    });
  }

  async function putInKeychain(
    name: string,
    token: string | null,
    how?: Put,
  ): Promise<string | null> {
    outdate(name);
    const before = await ask(keychain.put(name, token, how), { isChange: true });
    outdate(name);
    return before;
  }

  /** A keychain call, with its errors told apart. `of` says what it was for. */
  async function ask<Value>(work: Promise<Value>, of: { isChange?: true } = {}): Promise<Value> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof KeychainLocked)
        throw new ProblemError({ code: 'keychainLocked', ...of });
      const detail = (error instanceof Error ? error.message : String(error)).slice(0, 300);
      const found = platform === 'linux' ? await options.secretService() : 'open';
      if (found === 'locked' || (found === 'open' && lockedKeychain.test(detail))) {
        throw new ProblemError({ code: 'keychainLocked', ...of });
      }
      if (found === 'open') throw new ProblemError({ code: 'keychainFailed', detail, ...of });
      const isKWallet = found === 'kwallet';
      throw new ProblemError({ code: 'keychainAbsent', detail, isKWallet, ...of });
    }
  }

  async function tokenOf(name: string): Promise<string | undefined> {
    const known = session.get(name) ?? read.get(name);
    if (known !== undefined) return known;
    const before = changes;
    const token = (await ask(keychain.get(name))) ?? undefined;
    if (token !== undefined) onSecret(token);
    // What a locked keychain answers late may be what a person has replaced or removed since.
    if (changes !== before) return tokenOf(name);
    if (token === undefined) return undefined;
    read.set(name, token);
    hearOfOpen();
    return token;
  }

  return {
    token: (connectionId, origin) => tokenOf(account(connectionId, origin)),

    inMemory(connectionId, origin) {
      const name = account(connectionId, origin);
      return session.get(name) ?? read.get(name);
    },

    async keep(connectionId, origin, token, where, givenUp) {
      const name = account(connectionId, origin);
      onSecret(token);
      if (where === 'session') return changeInSession(name, token);
      if (platform === 'win32' && Buffer.byteLength(token) > mostBytesOnWindows) {
        throw new ProblemError({ code: 'tokenTooLong' });
      }
      const putBack = await changeInKeychain(name, token, givenUp && { givenUp });
      return both(changeInSession(name, undefined), putBack);
    },

    async forget(connectionId, origin) {
      const name = account(connectionId, origin);
      const inSession = changeInSession(name, undefined);
      try {
        return both(inSession, await changeInKeychain(name, null));
      } catch (error) {
        // Nothing was removed.
        await inSession();
        throw error;
      }
    },

    forgetInSession: (connectionId, origin) =>
      changeInSession(account(connectionId, origin), undefined),

    async removeFromKeychain(connectionId, origin) {
      await putInKeychain(account(connectionId, origin), null, { isInBackground: true });
    },

    readAgain(connectionId, origin) {
      outdate(account(connectionId, origin));
    },

    isInSession: (connectionId, origin) => session.has(account(connectionId, origin)),

    onOpen(listener) {
      hearOfOpen = listener;
    },

    async state() {
      try {
        await ask(keychain.get(probeAccount));
        return { state: 'ready' };
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const { problem } = error;
        if (problem.code === 'keychainLocked') return { state: 'locked' };
        return { state: 'absent', detail: 'detail' in problem ? problem.detail : problem.code };
      }
    },
  };
}

function both(one: PutBack, other: PutBack): PutBack {
  return async () => {
    await one();
    await other();
  };
}
