/**
 * Fetched pictures on disk: one file each, `<address>-<content>.<kind>`, both parts opaque. There is
 * no index to lose: the file's name says whose it is and what it has to hold, its modification time
 * when it was fetched, its access time when it was last shown.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { TaskQueue, writeDurably } from '../storage/storage';
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

const fileName = new RegExp(`^([0-9a-f]{32})-([0-9a-f]{32})\\.(${pictureKinds.join('|')})$`, 'u');
const keyName = 'key';

export class PictureCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #now: () => Date;
  readonly #writes = new TaskQueue();
  #loaded: Promise<void> | undefined;
  #key = randomBytes(32);
  /** By the address's part. */
  readonly #kept = new Map<string, Kept>();

  constructor(folder: string, maxBytes: number, now: () => Date) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** The copy of an address. */
  async copyOf(address: string): Promise<PictureCopy | undefined> {
    await this.#load();
    return this.#kept.get(this.#addressPart(address));
  }

  /** The bytes of a copy; `undefined` for an id that there is no whole copy of. */
  async read(id: string): Promise<FetchedPicture | undefined> {
    await this.#load();
    const part = id.slice(0, 32);
    const copy = this.#kept.get(part);
    if (copy?.id !== id) return undefined;
    const path = this.#pathOf(copy);
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes === undefined || contentPart(bytes) !== id.slice(33)) {
      // Cut off, changed or gone: as if it had never been fetched.
      this.#kept.delete(part);
      await rm(path, { force: true }).catch(() => undefined);
      return undefined;
    }
    copy.usedAt = this.#now().getTime();
    // Only what is thrown out first depends on it.
    utimes(path, new Date(copy.usedAt), copy.fetchedAt).catch(() => undefined);
    return { kind: copy.kind, bytes };
  }

  /** Keeps a picture in the place of the address's former one. @throws StorageError */
  put(address: string, { kind, bytes }: FetchedPicture): Promise<PictureCopy> {
    return this.#writes.run(async () => {
      await this.#load();
      const part = this.#addressPart(address);
      const now = this.#now();
      const copy: Kept = {
        id: `${part}-${contentPart(bytes)}`,
        kind,
        bytes: bytes.length,
        fetchedAt: now,
        usedAt: now.getTime(),
      };
      const former = this.#kept.get(part);
      await writeDurably(this.#pathOf(copy), bytes, { mode: 0o600 });
      await utimes(this.#pathOf(copy), now, now);
      this.#kept.set(part, copy);
      if (former && this.#pathOf(former) !== this.#pathOf(copy)) {
        await rm(this.#pathOf(former), { force: true });
      }
      await this.#makeRoom(copy);
      return copy;
    });
  }

  async size(): Promise<{ count: number; bytes: number }> {
    await this.#load();
    return { count: this.#kept.size, bytes: this.#bytes() };
  }

  /** Deletes every copy. @throws the disk's error, with what could be deleted gone */
  clear(): Promise<void> {
    return this.#writes.run(async () => {
      await this.#load();
      for (const [part, copy] of [...this.#kept]) {
        await rm(this.#pathOf(copy), { force: true });
        this.#kept.delete(part);
      }
    });
  }

  #bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#kept.values()) sum += bytes;
    return sum;
  }

  /** Throws out what was not shown for longest, but never the newest. */
  async #makeRoom(newest: Kept): Promise<void> {
    let over = this.#bytes() - this.#maxBytes;
    const oldest = [...this.#kept].sort(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [part, copy] of oldest) {
      if (over <= 0) return;
      if (copy === newest) continue;
      await rm(this.#pathOf(copy), { force: true });
      this.#kept.delete(part);
      over -= copy.bytes;
    }
  }

  #pathOf({ id, kind }: Pick<Kept, 'id' | 'kind'>): string {
    return join(this.#folder, `${id}.${kind}`);
  }

  #addressPart(address: string): string {
    // Keyed, so that nobody who sees an id can try addresses against it.
    return createHmac('sha256', this.#key).update(address).digest('hex').slice(0, 32);
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#loadNow().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  async #loadNow(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const keyPath = join(this.#folder, keyName);
    const key = await readFile(keyPath).catch(() => undefined);
    // Without its key no copy can be told whose it is: they start anew together.
    const isKnown = key?.length === this.#key.length;
    if (isKnown) this.#key = key;
    else await writeDurably(keyPath, this.#key, { mode: 0o600 });
    for (const name of await readdir(this.#folder)) {
      const [, part, content, kind] = fileName.exec(name) ?? [];
      if (part === undefined || content === undefined) continue;
      const path = join(this.#folder, name);
      const { size, mtime, atimeMs } = await stat(path);
      const former = this.#kept.get(part);
      if (!isKnown || (former && former.fetchedAt > mtime)) {
        await rm(path, { force: true });
        continue;
      }
      if (former) await rm(this.#pathOf(former), { force: true });
      this.#kept.set(part, {
        id: `${part}-${content}`,
        kind: kind as PictureKind,
        bytes: size,
        fetchedAt: mtime,
        usedAt: atimeMs,
      });
    }
  }
}

function contentPart(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
