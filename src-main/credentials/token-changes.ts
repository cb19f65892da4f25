/** Changes of tokens in one place, each of which may have to be put back once it is known that it isn't kept. */

/**
 * Puts back what was there before a change. Where it was changed again since, that one puts it back, if it is put back
 * itself. Problems: keychain…
 */
export type PutBack = () => Promise<void>;

interface Change {
  /** Brings back what was there before it; none while it is being made. */
  restore: PutBack | undefined;
  /** An earlier one, put back since, has handed down what was there before both. */
  isHandedDown: boolean;
  isPutBack: boolean;
  next?: Change;
}

/** The changes of one place, by account, in the order in which they were begun. */
export class TokenChanges {
  /** Held weakly: of one that is kept nobody can have the token before it put back, nor is that kept in memory. */
  readonly #last = new Map<string, WeakRef<Change>>();

  /** A change begins: one before it that is put back from now on has it put back more. */
  begin(name: string): { made: (restore: PutBack) => PutBack; failed: PutBack } {
    const own: Change = { restore: undefined, isHandedDown: false, isPutBack: false };
    const before = this.#last.get(name)?.deref();
    if (before) before.next = own;
    this.#last.set(name, new WeakRef(own));
    const putBack = async (): Promise<void> => {
      own.isPutBack = true;
      let { next } = own;
      while (next?.isPutBack) ({ next } = next);
      // What this one left is not there to be put back: what was there before it is.
      if (next && own.restore) Object.assign(next, { restore: own.restore, isHandedDown: true });
      else await own.restore?.();
    };
    return {
      made(restore) {
        if (!own.isHandedDown) own.restore = restore;
        return putBack;
      },
      failed: putBack,
    };
  }
}
