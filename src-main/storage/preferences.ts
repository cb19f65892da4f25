import { parseWith } from './document-text';
import { tellDocumentTrouble } from './document-trouble';
import {
  readStored,
  unreadEntries,
  withUnread,
  type PreferenceDefinitions,
} from './preference-definitions';
import {
  isEmptied,
  isGone,
  isNewer,
  keepIfDamaged,
  keepLastGood,
  restoreLastGood,
  type PreferenceReader,
} from './preferences-file';
import { errorCode, StorageError, toStorageError } from './storage-error';
import { tellSetAside } from './set-aside';
import { replaceAtOnce } from './write-at-once';

/** Where preferences are kept. */
export interface PreferenceStore {
  /**
   * What is stored; while that can't be read, what was read last.
   *
   * @throws StorageError as long as nothing was read
   */
  get(key: string): unknown;
  /**
   * What is stored, for what must not be guessed; `undefined` when nothing is.
   *
   * @throws StorageError as long as it isn't known what is stored
   */
  getKnown(key: string): unknown;
  /** All of it in one write. @throws StorageError when it can't be written; everything is as before then */
  set(changes: Readonly<Record<string, unknown>>): void;
  /**
   * Sets what would hurt to lose.
   *
   * @throws StorageError when it would not be there at the next start; everything is as before then
   */
  setLastingly(changes: Readonly<Record<string, unknown>>): void;
}

/** What a person chose: appearance, language, window places, where the library lies. */
export interface Preferences<T extends object> {
  /** The stored value, or the fallback if there is none or it makes no sense. Never throws. */
  get<Key extends keyof T & string>(key: Key): T[Key];
  /**
   * The same for what a fallback would pass for a person's choice: `undefined` as long as nothing of
   * what is stored was read. Never throws.
   */
  getRead<Key extends keyof T & string>(key: Key): T[Key] | undefined;
  /** Every preference at once. */
  all(): T;
  /** The same without a guess. @throws StorageError as long as it isn't known what is stored */
  allKnown(): T;
  /**
   * What is in a stored list and can't be read: a newer Foyer wrote it, or it is damaged.
   * @throws StorageError as long as it isn't known what is stored
   */
  unread(key: keyof T & string): readonly unknown[];
  /**
   * Stores a value.
   * @throws what the schema throws for nonsense; StorageError if it can't be written
   */
  set<Key extends keyof T & string>(key: Key, value: T[Key]): void;
  /**
   * Stores several values at once: all of them, or none.
   * @throws what the schemas throw for nonsense; StorageError if they can't be written
   */
  setAll(changes: Partial<T>): void;
  /** Calls `listener` after each value that is stored; returns what ends that. */
  onChange(listener: <Key extends keyof T & string>(key: Key, value: T[Key]) => void): () => void;
}

/** Preferences over a store, each checked whenever it is read. */
export function createPreferences<T extends object>(
  store: Pick<PreferenceStore, 'get' | 'getKnown' | 'set'>,
  definitions: PreferenceDefinitions<T>,
): Preferences<T> {
  type Key = keyof T & string;
  const listeners = new Set<<K extends Key>(key: K, value: T[K]) => void>();
  const keys = Object.keys(definitions) as Key[];

  const getRead = <K extends Key>(key: K): T[K] | undefined => {
    const definition = definitions[key];
    let stored: unknown;
    try {
      stored = store.get(key);
    } catch {
      // A file that can't be read: the app starts all the same.
      return undefined;
    }
    try {
      return stored === undefined ? definition.fallback : readStored(stored, definition);
    } catch {
      // Nonsense in one value takes no others along.
      return definition.fallback;
    }
  };

  const get = <K extends Key>(key: K): T[K] => {
    const read = getRead(key);
    return read === undefined ? definitions[key].fallback : read;
  };

  const all = (): T => Object.fromEntries(keys.map((key) => [key, get(key)])) as T;

  const setAll = (changes: Partial<T>): void => {
    const checked = (Object.keys(changes) as Key[]).map(
      (key) => [key, parseWith(definitions[key].schema, changes[key])] as const,
    );
    const stored = checked.map(
      ([key, value]) => [key, withUnread(value, () => store.get(key), definitions[key])] as const,
    );
    try {
      if (stored.length > 0) store.set(Object.fromEntries(stored));
    } catch (error) {
      throw toStorageError(error, checked.map(([key]) => key).join(', '));
    }
    for (const [key, value] of checked) for (const listener of [...listeners]) listener(key, value);
  };

  return {
    get,
    getRead,
    all,
    allKnown: () => {
      for (const key of keys) store.getKnown(key);
      return all();
    },
    unread: (key) => unreadEntries(store.getKnown(key), definitions[key]),
    set: (key, value) => {
      setAll({ [key]: value } as unknown as Partial<T>);
    },
    setAll,
    onChange: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** How the preferences' store came to be. */
export interface OpenedPreferenceStore {
  readonly store: PreferenceStore;
  /** Why choices made now last only until the app quits; absent when all is well. */
  readonly memoryOnly?: StorageError;
  /**
   * Why the file could not be read for now. Until it can be, every value is the fallback and every
   * choice is refused, so that nothing is written over what it holds; it is tried again whenever the
   * store is used, and meanwhile too. `onDocumentTrouble` tells when it could be read.
   */
  readonly notRead?: StorageError;
  /**
   * A newer Foyer wrote the file: what makes sense in it is read, the file stays as it is, and choices
   * made now last only until the app quits.
   */
  readonly isNewer?: true;
  /** Where a copy of a file that can't be read was put, before the store begins anew. */
  readonly keptAt?: string;
  /** It begins with what the file held when it was last good, instead of nothing. */
  readonly isRestored?: true;
}

/**
 * Makes the store in a way that never keeps the app from starting. electron-store (with
 * `clearInvalidConfig`) would begin anew over a file that it can't read, so a copy of such a file
 * is put beside it first, and the file made what it was when it was last good, as it is where the file
 * is gone or holds nothing; and if the store can't be made at all, choices are kept in memory. A failure
 * of the moment is waited out, which holds up everything, because the app can't begin without.
 *
 * @param file the store's own file
 * @param open makes what reads it: `() => new ElectronStore({ cwd, name, clearInvalidConfig: true })`
 */
export function openPreferenceStore(
  file: string,
  open: () => PreferenceReader,
): OpenedPreferenceStore {
  for (const pause of patience) {
    const opened = openOnce(file, open);
    if (opened.notRead === undefined) return opened;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
  const last = openOnce(file, open);
  if (last.notRead === undefined) return last;
  tellDocumentTrouble({ kind: 'notRead', path: file, reason: last.notRead.message });
  return { ...last, store: laterStore(file, open) };
}

/** How long a start waits for what can't be read, again and again, milliseconds. */
const patience: readonly number[] = [20, 60, 120, 300];
/** How long after a try the next one is made, milliseconds. */
const nextTryMs = 250;

function openOnce(file: string, open: () => PreferenceReader): OpenedPreferenceStore {
  let kept: Pick<OpenedPreferenceStore, 'keptAt' | 'isRestored'> = {};
  try {
    kept = keepIfDamaged(file);
    const isToRestore = kept.keptAt !== undefined || isGone(file) || isEmptied(file);
    if (isToRestore && restoreLastGood(file)) kept = { ...kept, isRestored: true };
    const reader = open();
    if (isNewer(reader)) {
      tellDocumentTrouble({ kind: 'newer', path: file });
      const failure = new StorageError('newerFormat', file);
      return { store: memoryStore(failure, undefined, reader.store), isNewer: true };
    }
    keepLastGood(file);
    return { store: durableStore(file, reader), ...kept };
  } catch (error) {
    const failure = toStorageError(error, file);
    const store = memoryStore(failure, () => openOnce(file, open));
    return isOfTheMoment(error)
      ? { store, notRead: failure }
      : { store, memoryOnly: failure, ...kept };
  }
}

const momentary: readonly string[] = [
  'EIO',
  'EBUSY',
  'EMFILE',
  'ENFILE',
  'EAGAIN',
  'ETIMEDOUT',
  'ESTALE',
  // A link that leads nowhere for now.
  'ELOOP',
];

/** An ill disk, too many open files, or a program that holds the file: not what is in it. */
function isOfTheMoment(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  if (process.platform === 'win32' && ['EACCES', 'EPERM'].includes(code)) return true;
  return momentary.includes(code);
}

/** The store as soon as its file can be read. */
function laterStore(file: string, open: () => PreferenceReader): PreferenceStore {
  let opened: PreferenceStore | undefined;
  let triedAt = performance.now();
  const tryAgain = (): PreferenceStore | undefined => {
    if (opened !== undefined || performance.now() - triedAt < nextTryMs) return opened;
    const next = openOnce(file, open);
    triedAt = performance.now();
    if (next.notRead !== undefined) return undefined;
    opened = next.store;
    if (next.keptAt !== undefined) {
      tellSetAside({ path: file, keptAt: next.keptAt, isRestored: next.isRestored === true });
    }
    tellDocumentTrouble({ kind: 'readAgain', path: file });
    return opened;
  };
  // What waits for the preferences may not ask again by itself.
  const retry = (): void => {
    if (tryAgain() === undefined) setTimeout(retry, nextTryMs).unref();
  };
  setTimeout(retry, nextTryMs).unref();
  const readable = (): PreferenceStore => {
    const store = tryAgain();
    if (store === undefined) throw new StorageError('notRead', file);
    return store;
  };
  return {
    get: (key) => readable().get(key),
    getKnown: (key) => readable().getKnown(key),
    set: (changes) => {
      readable().set(changes);
    },
    setLastingly: (changes) => {
      readable().setLastingly(changes);
    },
  };
}

/**
 * Reads with `reader`, and writes the whole file durably, in one step. A file that somebody damages,
 * empties or takes away while Foyer runs reads as empty: what it held before counts until there is
 * something to read, and so it does to be shown while it can't be read. A window makes a new list out of
 * what it was shown: shown none, it would write one of one star over all.
 */
function durableStore(file: string, reader: PreferenceReader): PreferenceStore {
  let lastRead: Readonly<Record<string, unknown>> = reader.store;
  const read = (): Readonly<Record<string, unknown>> => {
    const found = reader.store;
    if (Object.keys(found).some((key) => key !== 'format')) lastRead = found;
    return lastRead;
  };
  const set = (changes: Readonly<Record<string, unknown>>): void => {
    try {
      if (isNewer(reader)) throw new StorageError('newerFormat', file);
      const next = { ...read(), ...changes };
      const { keptAt } = keepIfDamaged(file);
      replaceAtOnce(file, JSON.stringify(next, undefined, '\t'), 0o600);
      if (keptAt !== undefined) {
        const isRestored = Object.keys(next).length > 1;
        tellSetAside({ path: file, keptAt, isRestored });
      }
      lastRead = next;
    } catch (error) {
      throw toStorageError(error, file);
    }
  };
  const getKnown = (key: string): unknown => {
    try {
      return read()[key];
    } catch (error) {
      throw toStorageError(error, file);
    }
  };
  const get = (key: string): unknown => {
    try {
      return getKnown(key);
    } catch {
      // Held by another program, or by an ill disk: what must not be guessed is asked for by `getKnown`.
      return lastRead[key];
    }
  };
  const setLastingly = (changes: Readonly<Record<string, unknown>>): void => {
    set(changes);
    keepLastGood(file);
  };
  return { get, getKnown, set, setLastingly };
}

/**
 * @param failure why nothing lasts
 * @param tryAgain for what must be known, whatever was chosen meanwhile; without it, what is stored
 *   is known
 * @param stored what the file holds
 */
function memoryStore(
  failure: StorageError,
  tryAgain?: () => OpenedPreferenceStore,
  stored: Readonly<Record<string, unknown>> = {},
): PreferenceStore {
  const values = new Map<string, unknown>(Object.entries(stored));
  return {
    get: (key) => values.get(key),
    getKnown: (key) => {
      if (tryAgain === undefined) return values.get(key);
      const { store, memoryOnly, notRead } = tryAgain();
      const stillUnknown = memoryOnly ?? notRead;
      if (stillUnknown !== undefined) throw stillUnknown;
      return store.getKnown(key);
    },
    set: (changes) => {
      for (const [key, value] of Object.entries(changes)) values.set(key, value);
    },
    setLastingly: () => {
      throw failure;
    },
  };
}
