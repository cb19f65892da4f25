/**
 * The way to the keychain: one call at a time. A locked keychain answers when a person unlocks it, or
 * never, and a call of keytar keeps one of the few threads until then, which every file and look-up
 * of main goes through too. So no second one is begun while one has no answer, however long that is.
 */
import type { Keychain } from './keychain';

/** What rejects a call of a keychain that is locked, or is taken for it: nobody waits for the call any longer. */
export class KeychainLocked extends Error {}

/** Under which nothing is kept, but for a moment to have a locked keychain unlocked. */
export const probeAccount = 'foyer keychain probe';

export interface KeychainCallsOptions {
  keychain: Keychain;
  /**
   * Asked where it gave nothing, if a locked one does that as well when a person puts its question away; `undefined`
   * where a locked one fails.
   */
  isLocked: (() => Promise<boolean>) | undefined;
  /** How long a caller waits, for its turn and for the answer. Milliseconds. */
  timeLimitMs: number;
  /** For logs: something went wrong that a person need not act on. */
  warn: (event: string, fields: Record<string, unknown>) => void;
}

/** How something is put into the keychain, or taken out. */
export interface Put {
  /** Once it says so while the keychain is waited for, nothing is changed. */
  givenUp?: AbortSignal;
  /** Nobody waits for it: one that is known to be locked is not asked, which would have it ask a person. */
  isInBackground?: true;
}

export interface KeychainCalls {
  /** `null`: it is open, and has none. @throws KeychainLocked, and what the keychain says */
  get(account: string): Promise<string | null>;
  /**
   * Puts a secret in place of another, with which it resolves; `null` is none. What was reported as failed by its time
   * limit, or was given up before that, is not done later: it is not begun any more, or what was there before is put
   * back.
   * @throws KeychainLocked, and what the keychain says
   */
  put(account: string, secret: string | null, how?: Put): Promise<string | null>;
}

interface Call<Value> {
  run: () => Promise<Value>;
  /** How many still wait for it. */
  wanted: number;
  answer: Promise<Value>;
}

export function createKeychainCalls(options: KeychainCallsOptions): KeychainCalls {
  const { keychain, isLocked, timeLimitMs, warn } = options;
  let last: Promise<unknown> = Promise.resolve();
  /** Reads that have no answer yet: who asks for the same waits for the same. */
  const reads = new Map<string, Call<string | null>>();

  /** Begins it when all before it have ended, unless nobody wants it any more by then. */
  function queued<Value>(run: (isWanted: () => boolean) => Promise<Value>): Call<Value> {
    const call: Omit<Call<Value>, 'answer'> = { run: () => run(() => call.wanted > 0), wanted: 0 };
    const answer = last.then(() => {
      if (call.wanted === 0) throw new KeychainLocked();
      return call.run();
    });
    // The next one begins however this one ended; those who wait hear of its error themselves.
    last = answer.then(
      () => undefined,
      () => undefined,
    );
    return Object.assign(call, { answer });
  }

  /** Waits for the answer as long as the time limit allows, or until it is given up. */
  function waitFor<Value>(call: Call<Value>, givenUp?: AbortSignal): Promise<Value> {
    call.wanted += 1;
    return new Promise((resolve, reject) => {
      function stop(): void {
        release();
        call.wanted -= 1;
        reject(new KeychainLocked());
      }
      const timer = setTimeout(stop, timeLimitMs);
      if (givenUp?.aborted) stop();
      givenUp?.addEventListener('abort', stop);
      function release(): void {
        clearTimeout(timer);
        givenUp?.removeEventListener('abort', stop);
      }
      call.answer.then(resolve, reject).finally(release);
    });
  }

  async function read(account: string): Promise<string | null> {
    const found = await keychain.get(account);
    if (found !== null || !isLocked) return found;
    if (await isLocked()) throw new KeychainLocked();
    // Whether it was open when it gave nothing, nobody can say: it may have been unlocked since.
    return keychain.get(account);
  }

  /**
   * Reads what is about to be replaced or removed. Where a locked one has none it asks a person nothing, so that no
   * first secret could be kept there, nor could it be known that there is none: keeping something has it ask.
   */
  async function readUnlocked(account: string, isWanted: () => boolean): Promise<string | null> {
    try {
      return await read(account);
    } catch (error) {
      if (!(error instanceof KeychainLocked) || !isWanted()) throw error;
      await keychain.set(probeAccount, 'no secret');
      await keychain.delete(probeAccount);
      return read(account);
    }
  }

  async function replace(
    account: string,
    secret: string | null,
    isWanted: () => boolean,
    isInBackground: boolean,
  ): Promise<string | null> {
    const write = (value: string | null) =>
      value === null ? keychain.delete(account) : keychain.set(account, value);
    if (isInBackground && (await isLocked?.())) throw new KeychainLocked();
    const before = await (isInBackground ? read(account) : readUnlocked(account, isWanted));
    if (!isWanted()) return before;
    await write(secret);
    if (isWanted()) return before;
    try {
      await write(before);
    } catch (error) {
      warn('credentials.notPutBack', { error: String(error) });
    }
    return before;
  }

  return {
    get(account) {
      const known = reads.get(account);
      if (known) return waitFor(known);
      const call = queued(() => read(account));
      reads.set(account, call);
      const forget = () => {
        if (reads.get(account) === call) reads.delete(account);
      };
      call.answer.then(forget, forget);
      return waitFor(call);
    },
    put(account, secret, { givenUp, isInBackground = false } = {}) {
      // What is read from now on is what this leaves.
      reads.delete(account);
      const call = queued((isWanted) => replace(account, secret, isWanted, isInBackground));
      return waitFor(call, givenUp);
    },
  };
}
