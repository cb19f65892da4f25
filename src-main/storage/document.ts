import { constants } from 'node:fs';
import { copyFile, link, mkdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { contentHash, type ContentHash } from './content-hash';
import type { Damage } from './damage';
import { tellDocumentTrouble } from './document-trouble';
import {
  interpretDocument,
  writeDocumentText,
  type DocumentKind,
  type JsonObject,
} from './document-text';
import { writeDurably } from './durable-write';
import type { ExpectedContent } from './place-file';
import { readWhole } from './file-read';
import { tellSetAside } from './set-aside';
import { errorCode, StorageError, toStorageError } from './storage-error';
import { TaskQueue } from './task-queue';

export interface DocumentOptions<T extends object> extends DocumentKind<T> {
  /** What a document that is not there yet holds. */
  readonly initial: () => T;
  /**
   * For documents of the profile: after each write the one before stays in the folder
   * `generations` beside it, to be offered when the document is damaged; and a checksum inside
   * tells flipped bits.
   */
  readonly keepPrevious?: boolean | undefined;
  /** Permissions of a new file; 0o600 by default, for the profile. */
  readonly mode?: number | undefined;
  /** A larger file is not read; 64 MiB by default. */
  readonly maxBytes?: number | undefined;
}

export type DocumentRead<T> =
  | {
      readonly state: 'ok';
      readonly value: T;
      readonly hash: ContentHash;
      /** The older format on disk; the next update writes the current one. */
      readonly migratedFrom?: number;
    }
  | {
      readonly state: 'missing';
      /** What an update would start from. */
      readonly value: T;
      /** The last good generation, when the document went away although it was once written. */
      readonly previous?: T;
    }
  | { readonly state: 'damaged'; readonly damage: Damage; readonly previous?: T }
  | { readonly state: 'newer'; readonly format: number; readonly content: JsonObject };

/** One JSON document on disk, with one writer at a time. */
export interface DocumentFile<T extends object> {
  readonly path: string;
  /** Reads it from disk, after the updates handed in so far. Changes nothing, never throws. */
  read(): Promise<DocumentRead<T>>;
  /**
   * Hands the current value to `change` and writes what comes back; resolves with it when it is
   * safe on disk. Updates run in order, each on what the one before left. `change` may be called
   * again with a newer value if another program changed the file meanwhile.
   *
   * After a `read` that gave no value, every update is refused until one does, even if the file
   * could be read by then: the caller goes on without what is in it, and would write over it.
   *
   * @throws StorageError: `notRead`, `damaged` and `newerFormat` leave the file untouched, and so
   *   does every failure of the disk; `changedByOthers` if they never stop.
   */
  update(change: (current: T) => T | Promise<T>): Promise<T>;
  /**
   * Puts a value in the place of a damaged or missing document, because someone decided so. The
   * damaged file is kept beside the generations first; resolves with its path there.
   */
  recover(value: T): Promise<{ readonly keptAt?: string }>;
  /**
   * Reads it at the start of the app, for a room that goes on with what can be had. A damaged
   * or lost document is replaced by its last good generation, or an initial one.
   *
   * @throws StorageError: `newerFormat` for one of a newer Foyer, whose content is not known and
   *   not empty, and which stays as it is; `notRead` when the disk did not let it, or its last generation, be read;
   *   others when it can't be replaced. No update succeeds then until a read does.
   */
  readOrRecover(): Promise<T>;
  /** Resolves when every update handed in so far has ended. */
  flush(): Promise<void>;
}

const megabyte = 1024 * 1024;
const attempts = 5;

/** Opens a document; nothing is read or written before it is asked for. */
export function openDocument<T extends object>(
  path: string,
  options: DocumentOptions<T>,
): DocumentFile<T> {
  return new StoredDocument(path, options);
}

class StoredDocument<T extends object> implements DocumentFile<T> {
  readonly path: string;
  readonly #options: DocumentOptions<T>;
  readonly #queue = new TaskQueue();
  /** What this process knows to be on disk, so that an update need not read it again. */
  #known: { readonly bytes: Buffer; readonly hash: ContentHash } | undefined;
  /** The last good bytes that this process read or wrote; a file that goes away does not take them. */
  #lastGood: Buffer | undefined;
  /** Why the caller does not know what the document holds, as the last read told it. */
  #unknown: StorageError | undefined;

  constructor(path: string, options: DocumentOptions<T>) {
    this.path = path;
    this.#options = options;
  }

  read(): Promise<DocumentRead<T>> {
    return this.#queue.run(async () => {
      const read = await this.#readNow();
      this.#unknown = refusal(read, this.path);
      return read;
    });
  }

  update(change: (current: T) => T | Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      if (this.#unknown !== undefined) throw this.#unknown;
      return this.#updateNow(change);
    });
  }

  recover(value: T): Promise<{ readonly keptAt?: string }> {
    return this.#queue.run(() => this.#recoverNow(value));
  }

  async readOrRecover(): Promise<T> {
    const read = await this.read();
    if (read.state === 'ok') return read.value;
    if (read.state === 'newer') throw newer(this.path);
    if (isUnreadable(read)) throw unusable(read.damage, this.path);
    // One that was there once is lost, not new.
    const isLost = read.state === 'damaged' || read.previous !== undefined;
    const value = read.previous ?? this.#options.initial();
    if (isLost) await this.recover(value);
    return value;
  }

  flush(): Promise<void> {
    return this.#queue.idle();
  }

  get #generations(): string {
    return join(dirname(this.path), 'generations');
  }

  get #previousPath(): string {
    return join(this.#generations, basename(this.path));
  }

  async #readNow(): Promise<DocumentRead<T>> {
    const { maxBytes = 64 * megabyte, initial } = this.#options;
    this.#known = undefined;
    const file = await readWhole(this.path, maxBytes);
    if (file.state === 'missing') {
      return this.#withPrevious({ state: 'missing', value: initial() });
    }
    if (isUnreadable(file)) return file;
    if (file.state === 'damaged') {
      return this.#withPrevious({ state: 'damaged', damage: file.damage });
    }
    const result = interpretDocument(file.bytes, this.#options);
    if (result.state === 'damaged') return this.#withPrevious(result);
    if (result.state === 'newer') return this.#newer(result);
    this.#know(file.bytes, file.hash);
    return { ...result, hash: file.hash };
  }

  #know(bytes: Buffer, hash: ContentHash): void {
    this.#known = { bytes, hash };
    this.#lastGood = bytes;
  }

  /**
   * With the last good generation. Where the disk does not let it be read, nobody knows whether
   * there is one: to go on without would in the end write over it.
   */
  async #withPrevious(
    read: Extract<DocumentRead<T>, { state: 'missing' | 'damaged' }>,
  ): Promise<DocumentRead<T>> {
    if (this.#options.keepPrevious !== true) return read;
    const file = await readWhole(this.#previousPath, this.#options.maxBytes ?? 64 * megabyte);
    if (isUnreadable(file)) return file;
    if (file.state !== 'ok') return read;
    const result = interpretDocument(file.bytes, this.#options);
    // The document itself was a newer Foyer's: what was begun in its place would in the end push its
    // last good generation out.
    if (result.state === 'newer') return this.#newer(result);
    return result.state === 'ok' ? { ...read, previous: result.value } : read;
  }

  #newer(read: Extract<DocumentRead<T>, { state: 'newer' }>): typeof read {
    tellDocumentTrouble({ kind: 'newer', path: this.path });
    return read;
  }

  async #updateNow(change: (current: T) => T | Promise<T>): Promise<T> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const { value, expected } = await this.#current();
      const saved = await this.#write(await change(value), expected, expected !== 'absent');
      if (saved !== undefined) return saved;
      // Another program wrote it between: the change is made again, on what is there now.
      this.#known = undefined;
    }
    throw new StorageError('changedByOthers', this.path);
  }

  async #current(): Promise<{ readonly value: T; readonly expected: ExpectedContent }> {
    if (this.#known !== undefined) {
      // From the bytes each time: what a caller does to a value it got can't reach the next one.
      const result = interpretDocument(this.#known.bytes, this.#options);
      if (result.state === 'ok') return { value: result.value, expected: this.#known.hash };
    }
    const read = await this.#readNow();
    switch (read.state) {
      case 'ok':
        return { value: read.value, expected: read.hash };
      case 'missing':
        return { value: this.#lost() ?? read.previous ?? read.value, expected: 'absent' };
      case 'newer':
        throw newer(this.path);
      case 'damaged':
        throw unusable(read.damage, this.path);
    }
  }

  /** What a document of the profile held that went away while the app runs: lost, not emptied. */
  #lost(): T | undefined {
    if (this.#options.keepPrevious !== true || this.#lastGood === undefined) return undefined;
    const result = interpretDocument(this.#lastGood, this.#options);
    return result.state === 'ok' ? result.value : undefined;
  }

  /**
   * Undefined if the file is no longer what was expected. `replacesGood` says that what is there
   * now deserves to be kept as the last good generation.
   */
  async #write(value: T, expected: ExpectedContent, replacesGood: boolean): Promise<T | undefined> {
    const { format, mode = 0o600, keepPrevious = false } = this.#options;
    const bytes = Buffer.from(writeDocumentText(value, format, { checksum: keepPrevious }), 'utf8');
    const asRead = interpretDocument(bytes, this.#options);
    if (asRead.state !== 'ok') {
      // A value that could not be read again must never replace one that can.
      throw new TypeError(`would write what can't be read: ${JSON.stringify(asRead)}`);
    }
    await this.#ensureFolder(dirname(this.path));
    const keep = keepPrevious && replacesGood;
    const result = await writeDurably(this.path, bytes, {
      expected,
      ifChanged: 'refuse',
      mode,
      beforeReplace: keep ? () => this.#keepGenerationOrTell(expected) : undefined,
    });
    if (result.outcome === 'conflict') return undefined;
    this.#know(bytes, result.hash);
    return asRead.value;
  }

  /** The new version is worth more than the one before: it is saved all the same. */
  async #keepGenerationOrTell(hash: ExpectedContent): Promise<void> {
    try {
      await this.#keepGeneration(hash);
    } catch (error) {
      const reason = toStorageError(error, this.#previousPath).message;
      const path = this.#previousPath;
      tellDocumentTrouble({ kind: 'generationNotKept', document: this.path, path, reason });
    }
  }

  /** The good file's bytes under a second name; no copy where the disk knows links. */
  async #keepGeneration(hash: ExpectedContent): Promise<void> {
    await this.#ensureFolder(this.#generations);
    const last = await readWhole(this.#previousPath, this.#options.maxBytes ?? 64 * megabyte);
    if (last.state === 'ok') {
      const { state } = interpretDocument(last.bytes, this.#options);
      if (state === 'newer') throw newer(this.#previousPath);
      // It may be all that is left of a document that was damaged with it.
      if (state === 'damaged' && last.bytes.length > 0) await this.#keepDamaged(last.bytes);
    }
    const next = `${this.#previousPath}.next`;
    await unlink(next).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
    await link(this.path, next).catch(() => copyFile(this.path, next, constants.COPYFILE_EXCL));
    const kept = await readWhole(next, Number.MAX_SAFE_INTEGER);
    // Changed by others since it was read: not known to be good, so the older one stays.
    if (kept.state !== 'ok' || kept.hash !== hash) await unlink(next);
    else await rename(next, this.#previousPath);
  }

  async #recoverNow(value: T): Promise<{ readonly keptAt?: string }> {
    const read = await this.#readNow();
    if (read.state === 'newer') throw newer(this.path);
    if (read.state === 'ok') throw new StorageError('changedByOthers', this.path);
    if (isUnreadable(read)) throw unusable(read.damage, this.path);
    const file = await readWhole(this.path, Number.MAX_SAFE_INTEGER);
    if (file.state === 'damaged') throw unusable(file.damage, this.path);
    const keptAt = file.state === 'ok' ? await this.#keepDamaged(file.bytes) : undefined;
    const expected = file.state === 'ok' ? file.hash : 'absent';
    if ((await this.#write(value, expected, false)) === undefined) {
      throw new StorageError('changedByOthers', this.path);
    }
    this.#unknown = undefined;
    if (keptAt === undefined) return {};
    const isRestored = read.state === 'damaged' && read.previous !== undefined;
    tellSetAside({ path: this.path, keptAt, isRestored });
    return { keptAt };
  }

  async #keepDamaged(bytes: Buffer): Promise<string> {
    await this.#ensureFolder(this.#generations);
    const extension = extname(this.path);
    const name = basename(this.path, extension);
    // Named by content, so that the same damage is kept once.
    const kept = `${name} (damaged ${contentHash(bytes).slice(0, 8)})${extension}`;
    const keptAt = join(this.#generations, kept);
    await writeDurably(keptAt, bytes, { mode: 0o600 });
    return keptAt;
  }

  async #ensureFolder(folder: string): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw toStorageError(error, folder);
    }
  }
}

type Unreadable = Extract<Damage, { reason: 'unreadable' }>;

/** Whether the disk did not let it be read, so that nobody knows whether it is damaged or empty. */
function isUnreadable<Read extends { readonly state: string }>(
  read: Read,
): read is Read & { readonly state: 'damaged'; readonly damage: Unreadable } {
  const { damage } = read as { readonly damage?: Damage };
  return read.state === 'damaged' && damage?.reason === 'unreadable';
}

/** Why what was read can't be changed; `undefined` if it can. */
function refusal(read: DocumentRead<object>, path: string): StorageError | undefined {
  if (read.state === 'newer') return newer(path);
  return read.state === 'damaged' ? unusable(read.damage, path) : undefined;
}

function newer(path: string): StorageError {
  return new StorageError('newerFormat', path);
}

function unusable(damage: Damage, path: string): StorageError {
  if (damage.reason === 'unreadable') {
    return new StorageError('notRead', path, { code: damage.kind });
  }
  return new StorageError(damage.reason === 'notAFile' ? 'notAFile' : 'damaged', path);
}
