/**
 * What becomes of tokens when a person changes a connection: the keychain and the document are changed
 * together or not at all, nothing is sent until that is known, and what can't be removed at once is
 * removed later.
 */
import { isReachedOtherwise, type ConnectionReach, type TokenState } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { ChangesUnderWay } from './changes-under-way';
import { originOf, type StoredConnection } from './stored-connections';

/** Puts back the token that was there before a change of it. */
type PutBack = () => Promise<void>;

/** What this room needs of the tokens' keeper. */
export interface TokenKeeper {
  token(connectionId: string, origin: string): Promise<string | undefined>;
  /** The same where it is in memory: nothing is waited for, and no person is asked. */
  inMemory(connectionId: string, origin: string): string | undefined;
  /** @param givenUp once it says so while the keychain is waited for, nothing is kept */
  keep(
    id: string,
    origin: string,
    token: string,
    where: 'keychain' | 'session',
    givenUp?: AbortSignal,
  ): Promise<PutBack>;
  forget(connectionId: string, origin: string): Promise<PutBack>;
  /** Forgets one that is kept for the session, also where there is no keychain. */
  forgetInSession(connectionId: string, origin: string): PutBack;
  /** Once it resolves, the keychain has none, whether it had one before or not; one that is kept for the session stays. */
  removeFromKeychain(connectionId: string, origin: string): Promise<void>;
  /** The service refused the token: the next one is read from the keychain, not from memory. */
  readAgain(connectionId: string, origin: string): void;
  isInSession(connectionId: string, origin: string): boolean;
  /** Sets what hears that the keychain is open: it has given or taken what it was asked for. */
  onOpen(listener: () => void): void;
}

/** A token as it was entered, and where it is to be kept. */
export interface GivenToken {
  readonly id: string;
  /** Where the connection led as it was shown when it was entered; `undefined` for a new one, and for practice. */
  readonly before: ConnectionReach | undefined;
  readonly origin: string;
  /** `undefined`: none was entered. */
  readonly token: string | undefined;
  readonly keep: 'keychain' | 'session';
}

export interface ConnectionTokensOptions {
  readonly tokens: TokenKeeper;
  /** The connections as they are stored at this moment. @throws ProblemError `storageNotRead`, `storageNewer` */
  readonly stored: () => readonly StoredConnection[];
  /** The connection with what is being written of it. */
  readonly latestById: (id: string) => StoredConnection | undefined;
  /** Writes down that no older token is left there any more. */
  readonly noneLeftAt: (id: string, origin: string) => Promise<void>;
  /** What is shown of tokens has changed, while the document has not. */
  readonly onShownOtherwise: () => void;
  readonly log: { warn(event: string, fields?: object): void };
}

export interface ConnectionTokens {
  /** Where the connection's token is, as the document says; `missing` where an open keychain was found without it. */
  readonly stateOf: (connection: StoredConnection) => TokenState;
  /**
   * The token for the connection at its own origin, as both are stored: while a change of them is being
   * made, it waits for its end. Without an origin it waits for that alone, and there is none. Problems:
   * keychain…, storageNotRead, storageNewer.
   */
  readonly tokenFor: (id: string, origin: string | undefined) => Promise<string | undefined>;
  /** The token that the connection has, where it is in memory: what is entered beside it is compared with it. */
  readonly inMemory: (connection: StoredConnection) => string | undefined;
  /**
   * Keeps the token that was entered, if one was, once no change of the connection is being made, and then changes
   * the document; what the disk refuses leaves the token as it was, too. Problems: keychain…, notFound,
   * tokenNotChanged, and what `change` rejects with.
   */
  readonly keepWith: (given: GivenToken, change: () => Promise<void>) => Promise<void>;
  /**
   * Every token with which `keepWith` waits for the keychain is not wanted any more: nothing is kept or
   * changed, as if the keychain had stayed locked.
   */
  readonly giveUp: () => void;
  /**
   * Removes every token of the connection, or none, and then changes the document, as `keepWith` does. The
   * keychain is asked only where it may hold one: there may be none.
   *
   * @param before where the connection led as it was shown, which stays: one that was left behind may stay as well,
   *   where the keychain refuses it. Without it, the connection goes, however it is once its changes have been made
   * @param change is told for which origins the keychain holds none any more
   */
  readonly forgetWith: (
    id: string,
    before: ConnectionReach | undefined,
    change: (removedAt: readonly string[]) => Promise<void>,
  ) => Promise<void>;
  /**
   * Tries to remove the tokens that were left behind, for as long as the keychain takes: nobody
   * waits for it, and what stays is never used. Resolves with whether none is left. Never rejects.
   */
  readonly removeLeft: (id: string) => Promise<boolean>;
  /** The same of all connections, which were read. */
  readonly removeAllLeft: () => void;
}

export function createConnectionTokens(options: ConnectionTokensOptions): ConnectionTokens {
  const { tokens, stored, latestById, noneLeftAt, onShownOtherwise, log } = options;
  const connectionById = (id: string): StoredConnection | undefined =>
    stored().find((one) => one.id === id);
  const changes = new ChangesUnderWay();
  /** What is being kept, with its end, which never rejects: the document does not say so yet. */
  const beingKept = new Map<GivenToken, Promise<unknown>>();
  /** Aborted when nobody waits any longer for what is being kept. */
  let waiting = new AbortController();

  /**
   * Of which the keychain, which is open, has no token in spite of the document: another computer's, say, or it was
   * removed there. By id and origin.
   */
  const notFound = new Set<string>();

  function noteFound(id: string, origin: string, isFound: boolean): void {
    const key = `${id} ${origin}`;
    if (notFound.has(key) !== isFound) return;
    if (isFound) notFound.delete(key);
    else notFound.add(key);
    onShownOtherwise();
  }

  function stateOf(connection: StoredConnection): TokenState {
    const { id, presentation, hasTokenInKeychain } = connection;
    const origin = originOf(connection);
    if (presentation.kind === 'none') return 'notNeeded';
    if (tokens.isInSession(id, origin)) return 'session';
    return hasTokenInKeychain && !notFound.has(`${id} ${origin}`) ? 'keychain' : 'missing';
  }

  /** Whether one is there by the document: what the keychain holds besides was replaced or left behind. */
  const isMeantToBeThere = (connection: StoredConnection): boolean =>
    connection.hasTokenInKeychain || stateOf(connection) !== 'missing';

  /** Never rejects; when a token can't be put back, the log says so. */
  async function putBackQuietly(putBack: PutBack): Promise<void> {
    await putBack().catch((error: unknown) => {
      log.warn('connections.tokenNotPutBack', { error: String(error) });
    });
    // Until now it was seen where the other one is kept.
    onShownOtherwise();
  }

  /**
   * The connection, if it is still the one for which a person acted: a keychain or a disk can keep them waiting, and
   * what was meant for where it led then is not done to where it leads now.
   */
  function unmoved(id: string, before: ConnectionReach | undefined): StoredConnection {
    const now = latestById(id);
    if (!now) throw new ProblemError({ code: 'notFound', what: 'connection' });
    if (!before || !isReachedOtherwise(before, now)) return now;
    throw new ProblemError({ code: 'tokenNotChanged', label: now.label });
  }

  /** Resolves once what is shown is all that there is: what is being written may be refused, and was not seen. */
  const unchanging = (id: string): Promise<void> => changes.between(id, () => Promise.resolve());

  async function changeWith(
    id: string,
    before: ConnectionReach | undefined,
    putBack: PutBack,
    change: () => Promise<void>,
  ): Promise<void> {
    try {
      if (before) unmoved(id, before);
      await change();
    } catch (error) {
      await putBackQuietly(putBack);
      throw error;
    }
  }

  /** For which a token waits for the keychain: it is kept there before what is said of it later. */
  const originsBeingKept = (id: string): string[] =>
    [...beingKept.keys()].flatMap((one) =>
      one.id === id && one.token !== undefined && one.keep === 'keychain' ? [one.origin] : [],
    );

  async function forgetAll(
    connection: StoredConnection,
    mayLeave: boolean,
  ): Promise<{ putBack: PutBack; removedAt: readonly string[] }> {
    const { id } = connection;
    const forgotten: PutBack[] = [];
    const removedAt: string[] = [];
    const putBack = async () => {
      for (const one of forgotten) await one();
    };
    const asked = new Set<string>();
    // A word that waited for the keychain before this one may have kept one there meanwhile.
    const notAsked = (): string | undefined =>
      [...originsInKeychain(latestById(id) ?? connection), ...originsBeingKept(id)].find(
        (origin) => !asked.has(origin),
      );
    try {
      // First: who enters one from now on, while the keychain is asked, says it later. Also where there is none: a word
      // before this one may put back what it has removed.
      forgotten.push(tokens.forgetInSession(id, originOf(connection)));
      for (let origin = notAsked(); origin !== undefined; origin = notAsked()) {
        asked.add(origin);
        try {
          forgotten.push(await tokens.forget(id, origin));
          removedAt.push(origin);
        } catch (error) {
          if (!mayLeave || !whereLeft(id, origin)) throw error;
          logLeft(id, error);
        }
      }
    } catch (error) {
      await putBackQuietly(putBack);
      throw error;
    }
    // Of one that is being kept meanwhile, nothing is known.
    const isAnyKept = [...beingKept.keys()].some((one) => one.id === id);
    return { putBack, removedAt: isAnyKept ? [] : removedAt };
  }

  const logLeft = (id: string, error: unknown): void => {
    log.warn('connections.tokenLeftBehind', { connection: id, error: String(error) });
  };

  /** The connection, while what the keychain holds for that origin is one that was left behind. */
  function whereLeft(id: string, origin: string): StoredConnection | undefined {
    const connection = connectionById(id);
    const isBeingKept = [...beingKept.keys()].some((one) => one.id === id && one.origin === origin);
    return connection?.tokensLeftAt?.includes(origin) && !isBeingKept ? connection : undefined;
  }

  async function removeLeft(id: string): Promise<boolean> {
    for (const origin of connectionById(id)?.tokensLeftAt ?? []) {
      // A locked keychain takes its time: by now another may be kept there.
      const left = whereLeft(id, origin);
      if (!left) continue;
      try {
        await tokens.removeFromKeychain(id, origin);
        // Of one that was kept and left behind since, nothing is known.
        if (whereLeft(id, origin) === left) await noneLeftAt(id, origin);
      } catch (error) {
        logLeft(id, error);
      }
    }
    return connectionById(id)?.tokensLeftAt === undefined;
  }

  function removeAllLeft(): void {
    for (const { id } of stored()) void removeLeft(id);
  }

  // The keychain is open: what was left behind while it was locked may go.
  tokens.onOpen(removeAllLeft);

  function keepWith(given: GivenToken, change: () => Promise<void>): Promise<void> {
    // What is kept for the session would be there before what the keychain was given earlier, and be replaced by that.
    const { id, origin, keep } = given;
    const earlier = [...beingKept].flatMap(([one, ended]) =>
      one.id === id && one.origin === origin ? ended : [],
    );
    const kept = keepAfter(keep === 'session' ? Promise.all(earlier) : undefined, given, change);
    beingKept.set(
      given,
      kept.catch(() => undefined),
    );
    return kept;
  }

  async function keepAfter(
    earlier: Promise<unknown> | undefined,
    given: GivenToken,
    change: () => Promise<void>,
  ): Promise<void> {
    const { id, before, origin, token, keep } = given;
    const { signal } = waiting;
    try {
      if (token === undefined) await changes.during(id, change);
      else {
        await earlier;
        await unchanging(id);
        const now = before && unmoved(id, before);
        // What is kept in the keychain looks for itself, for as long as that takes.
        if (now && keep === 'session' && signal.aborted) {
          throw new ProblemError({ code: 'tokenNotChanged', label: now.label });
        }
        // A locked keychain takes its time: until it is kept, what is stored holds, and goes on.
        const putBack = await tokens.keep(id, origin, token, keep, signal);
        await changes.during(id, () => changeWith(id, before, putBack, change));
        if (keep === 'keychain') noteFound(id, origin, true);
      }
      beingKept.delete(given);
    } catch (error) {
      beingKept.delete(given);
      // What was put back may be one that was left behind meanwhile.
      void removeLeft(id);
      throw error;
    }
  }

  return {
    stateOf,

    tokenFor(id, origin) {
      const isThere = () => {
        const connection = connectionById(id);
        return connection && originOf(connection) === origin && isMeantToBeThere(connection);
      };
      return changes.between(id, async () => {
        if (origin === undefined || !isThere()) return undefined;
        const token = await tokens.token(id, origin);
        // A keychain can keep one waiting: the connection may be gone, or lead elsewhere, by now.
        if (!isThere()) return undefined;
        noteFound(id, origin, token !== undefined);
        return token;
      });
    },

    inMemory: (connection) => tokens.inMemory(connection.id, originOf(connection)),

    keepWith,

    giveUp() {
      waiting.abort();
      waiting = new AbortController();
    },

    async forgetWith(id, before, change) {
      await unchanging(id);
      const now = unmoved(id, before);
      await changes.during(id, async () => {
        const { putBack, removedAt } = await forgetAll(now, before !== undefined);
        await changeWith(id, now, putBack, () => change(removedAt));
      });
    },

    removeLeft,
    removeAllLeft,
  };
}

/** Where the keychain may hold a token of the connection. */
function originsInKeychain(connection: StoredConnection): string[] {
  const { hasTokenInKeychain, tokensLeftAt = [] } = connection;
  return hasTokenInKeychain ? [...tokensLeftAt, originOf(connection)] : [...tokensLeftAt];
}
