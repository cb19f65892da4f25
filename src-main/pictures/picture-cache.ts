/**
 * Fetched pictures on disk: one file each, `<address>-<content>.<kind>`, both parts opaque. There is
 * no index to lose: the file's name says whose it is and what it has to hold, its modification time
 * when it was fetched, its access time when it was last shown.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import {
  contentHash,
  readWhole,
  removeLeftovers,
  StorageError,
  TaskQueue,
  toStorageError,
  writeDurably,
  type ContentHash,
  type FileRead,
} from '../storage/storage';
import type { FetchedPicture } from './picture-fetch';
import { pictureKinds, type PictureKind } from './picture-kind';

/** A copy on disk. */
export interface PictureCopy {
  /** What the windows call it; nothing about the address can be read from it. */
  readonly id: string;
  readonly kind: PictureKind;
  readonly bytes: number;
  readonly fetchedAt: Date;
}

interface Kept extends PictureCopy {
  usedAt: number;
}

/** What the folder holds, as far as it is known. */
interface Held {
  readonly key: Buffer;
  /** By the address's part. */
  readonly kept: Map<string, Kept>;
  /** The names of copies that were not looked at yet, or could not be: at the next call they are. */
  unseen: readonly string[];
}

const fileName = new RegExp(`^([0-9a-f]{32})-([0-9a-f]{32})\\.(${pictureKinds.join('|')})$`, 'u');
const keyName = 'key';
const keyBytes = 32;

export class PictureCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #now: () => Date;
  readonly #writes = new TaskQueue();
  /** `undefined` until the folder could be opened; each time it is opened, from what lies there alone. */
  #held: Held | undefined;
  #loading: Promise<Held> | undefined;

  constructor(folder: string, maxBytes: number, now: () => Date) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** The copy of an address. @throws StorageError while the disk refuses the key */
  async copyOf(address: string): Promise<PictureCopy | undefined> {
    const { key, kept } = await this.#load();
    return kept.get(addressPart(key, address));
  }

  /**
   * The bytes of a copy; `undefined` for an id that there is no whole copy of.
   * @throws StorageError when it can't be read just now
   */
  async read(id: string): Promise<FetchedPicture | undefined> {
    const { kept } = await this.#load();
    const part = id.slice(0, 32);
    const copy = kept.get(part);
    if (copy?.id !== id) return undefined;
    const path = this.#pathOf(copy);
    const file = await readAnySize(path);
    if (file.state !== 'ok' || contentPart(file.hash) !== id.slice(33)) {
      // Cut off, changed or gone: as if it had never been fetched.
      await this.#forget(part, copy);
      return undefined;
    }
    copy.usedAt = this.#now().getTime();
    // Only what is thrown out first depends on it.
    utimes(path, new Date(copy.usedAt), copy.fetchedAt).catch(() => undefined);
    return { kind: copy.kind, bytes: file.bytes };
  }

  /** Keeps a picture in the place of the address's former one. @throws StorageError */
  put(address: string, { kind, bytes }: FetchedPicture): Promise<PictureCopy> {
    return this.#write(async () => {
      const { key, kept } = await this.#load();
      const part = addressPart(key, address);
      const now = this.#now();
      const copy: Kept = {
        id: `${part}-${contentPart(contentHash(bytes))}`,
        kind,
        bytes: bytes.length,
        fetchedAt: now,
        usedAt: now.getTime(),
      };
      await this.#keepKey(key);
      await writeDurably(this.#pathOf(copy), bytes, { mode: 0o600 });
      await utimes(this.#pathOf(copy), now, now);
      // The newest, whatever the clock said when the former one was fetched.
      const former = kept.get(part);
      kept.set(part, copy);
      if (former) await this.#removeOther(former, copy);
      await this.#makeRoom(kept, copy);
      return copy;
    });
  }

  async size(): Promise<{ count: number; bytes: number }> {
    const { kept } = await this.#load();
    return { count: kept.size, bytes: sumOfBytes(kept) };
  }

  /** Deletes every copy, known or not, whatever the key is. @throws StorageError, with what could be deleted gone */
  clear(): Promise<void> {
    return this.#write(async () => {
      try {
        await mkdir(this.#folder, { recursive: true, mode: 0o700 });
        await this.#removeCopies();
      } finally {
        // What is left, if anything is, the disk says.
        this.#held = undefined;
      }
    });
  }

  /** One at a time. @throws StorageError alone */
  #write<Result>(run: () => Promise<Result>): Promise<Result> {
    return this.#writes.run(() => this.#onDisk(run));
  }

  /** @throws StorageError alone, about the folder where the disk did not say more */
  async #onDisk<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      throw toStorageError(error, this.#folder);
    }
  }

  /** In turn with what is kept: a newer copy may have come meanwhile, even under the same name. */
  #forget(part: string, copy: Kept): Promise<void> {
    return this.#writes.run(async () => {
      const kept = this.#held?.kept;
      if (kept?.get(part) !== copy) return;
      kept.delete(part);
      await isRemoved(this.#pathOf(copy));
    });
  }

  /** Throws out what was not shown for longest, but never the newest; what can't be removed stays. */
  async #makeRoom(kept: Map<string, Kept>, newest: Kept): Promise<void> {
    let over = sumOfBytes(kept) - this.#maxBytes;
    const oldest = [...kept].sort(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [part, copy] of oldest) {
      if (over <= 0) return;
      if (copy === newest || !(await isRemoved(this.#pathOf(copy)))) continue;
      kept.delete(part);
      over -= copy.bytes;
    }
  }

  #pathOf({ id, kind }: Pick<Kept, 'id' | 'kind'>): string {
    return join(this.#folder, `${id}.${kind}`);
  }

  get #keyPath(): string {
    return join(this.#folder, keyName);
  }

  #load(): Promise<Held> {
    this.#loading ??= this.#onDisk(() => this.#loadNow()).finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadNow(): Promise<Held> {
    const held = (this.#held ??= await this.#open());
    const names = held.unseen;
    held.unseen = [];
    for (const name of names) {
      const copy = await this.#look(name);
      if (copy === 'unseen') held.unseen = [...held.unseen, name];
      else if (copy !== 'gone') await this.#know(held.kept, name.slice(0, 32), copy);
    }
    return held;
  }

  /** @throws StorageError when nobody knows what the key is: without it no copy may be judged */
  async #open(): Promise<Held> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await removeLeftovers(this.#folder, 0);
    const file = await readAnySize(this.#keyPath);
    const isKnown = file.state === 'ok' && file.bytes.length === keyBytes;
    const key = isKnown ? file.bytes : randomBytes(keyBytes);
    if (!isKnown) {
      // Without its key no copy can be told whose it is: they start anew together. One that can't be
      // removed now is in time, as the one not shown for longest.
      await this.#removeCopies().catch(() => undefined);
      await writeDurably(this.#keyPath, key, { mode: 0o600 });
    }
    return { key, kept: new Map(), unseen: await this.#copyNames() };
  }

  /**
   * A clean-up program may have taken it, with the folder, while Foyer runs. Where the disk does not
   * say so, it is there. @throws StorageError
   */
  async #keepKey(key: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const isGone = await stat(this.#keyPath).then(
      () => false,
      (error: unknown) => toStorageError(error, this.#keyPath).kind === 'missing',
    );
    if (isGone) await writeDurably(this.#keyPath, key, { mode: 0o600 });
  }

  async #copyNames(): Promise<string[]> {
    return (await readdir(this.#folder)).filter((name) => fileName.test(name));
  }

  /** With what killed writers left of some. @throws StorageError, with what could be removed gone */
  async #removeCopies(): Promise<void> {
    await removeLeftovers(this.#folder, 0);
    const failures: StorageError[] = [];
    for (const name of await this.#copyNames()) {
      const path = join(this.#folder, name);
      const tell = (error: unknown) => failures.push(toStorageError(error, path));
      await rm(path, { force: true }).catch(tell);
    }
    const [failure] = failures;
    if (failure) throw failure;
  }

  async #look(name: string): Promise<Kept | 'unseen' | 'gone'> {
    const [, part = '', content = '', kind] = fileName.exec(name) ?? [];
    try {
      const { size, mtime, atimeMs } = await stat(join(this.#folder, name));
      return {
        id: `${part}-${content}`,
        kind: kind as PictureKind,
        bytes: size,
        fetchedAt: mtime,
        usedAt: atimeMs,
      };
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'unseen';
    }
  }

  /** Of two copies of an address that are found there the newer one stays. */
  async #know(kept: Map<string, Kept>, part: string, copy: Kept): Promise<void> {
    const other = kept.get(part);
    const isNewer = other === undefined || other.fetchedAt <= copy.fetchedAt;
    if (isNewer) kept.set(part, copy);
    if (other) await (isNewer ? this.#removeOther(other, copy) : this.#removeOther(copy, other));
  }

  /** Of two copies of an address. What can't be removed now is one of two at the next start as well. */
  async #removeOther(other: Kept, kept: Kept): Promise<void> {
    if (this.#pathOf(other) !== this.#pathOf(kept)) await isRemoved(this.#pathOf(other));
  }
}

/**
 * Reads a file that lies there or not, whole or not.
 * @throws StorageError notRead, when the disk refuses it for now: nobody knows then which it is
 */
async function readAnySize(path: string): Promise<FileRead> {
  const file = await readWhole(path, Number.MAX_SAFE_INTEGER);
  if (file.state === 'damaged' && file.damage.reason === 'unreadable') {
    throw new StorageError('notRead', path, { code: file.damage.kind });
  }
  return file;
}

/** Removes a file quietly; whether it is gone. */
function isRemoved(path: string): Promise<boolean> {
  return rm(path, { force: true }).then(
    () => true,
    () => false,
  );
}

function sumOfBytes(kept: ReadonlyMap<string, Kept>): number {
  let sum = 0;
  for (const { bytes } of kept.values()) sum += bytes;
  return sum;
}

function addressPart(key: Buffer, address: string): string {
  // Keyed, so that nobody who sees an id can try addresses against it.
  return createHmac('sha256', key).update(address).digest('hex').slice(0, 32);
}

function contentPart(hash: ContentHash): string {
  return hash.slice(0, 32);
}
