/** The files of the items: one small one each, named after the item by a hash. */
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import {
  contentHash,
  damageProblem,
  interpretDocument,
  readWhole,
  removeDocument,
  removeLeftovers,
  replaceDocument,
  StorageError,
  storageProblemError,
  tellDocumentTrouble,
  toStorageError,
  writeDurably,
} from '../storage/storage';
import { fromStored, itemKey, itemKind, toStored, type Item, type ItemId } from './outbox-item';

/** A theme has at most 2 MB of custom CSS (`themeFields`), and it can be in an item twice. */
const largestItem = 16 * 1024 * 1024;

/** Why a file can't be read. */
export interface Unreadable {
  readonly problem: Problem;
  /** The disk refused it, and may give it later. */
  readonly isForNow: boolean;
  /** A newer Foyer wrote it: what it says holds, and is not for this one to set aside. */
  readonly isNewer: boolean;
}

/** What reading a file gave. */
type ItemRead =
  | { readonly state: 'ok'; readonly item: Item }
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly why: Unreadable };

/** Knows the files and nothing else: which items there are is for the store to say. */
export class ItemFiles {
  readonly folder: string;
  #made: Promise<unknown> | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  pathOf(name: string): string {
    return join(this.folder, name);
  }

  /** The names of all. @throws Error of the system, when the folder can't be listed */
  async list(): Promise<string[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    // Of writes that were killed; no other program writes here.
    await removeLeftovers(this.folder, 0);
    return names.filter((each) => each.endsWith('.json'));
  }

  /** Never rejects because of what a disk does, or what a file holds. */
  async read(name: string): Promise<ItemRead> {
    const path = this.pathOf(name);
    const file = await readWhole(path, largestItem);
    if (file.state === 'missing') return { state: 'missing' };
    const read = file.state === 'ok' ? interpretDocument(file.bytes, itemKind) : file;
    if (read.state === 'ok') return { state: 'ok', item: fromStored(read.value) };
    const isNewer = read.state === 'newer';
    if (isNewer) tellDocumentTrouble({ kind: 'newer', path: this.folder });
    return {
      state: 'unreadable',
      why: {
        problem: isNewer ? { code: 'fileNewer', path } : damageProblem(read.damage, path),
        isForNow: !isNewer && read.damage.reason === 'unreadable',
        isNewer,
      },
    };
  }

  /** @throws StorageError */
  async write(item: Item): Promise<void> {
    this.#made ??= mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.#made.catch((error: unknown) => {
      this.#made = undefined;
      throw toStorageError(error, this.folder);
    });
    await replaceDocument(this.pathOf(fileNameOf(item)), itemKind, toStored(item));
  }

  /** @throws StorageError */
  async remove(name: string): Promise<void> {
    await removeDocument(this.pathOf(name), itemKind);
  }

  /**
   * Puts a file that can't be read out of the way; it is kept beside.
   * @throws StorageError; ProblemError of `assertUnreadable`
   */
  async setAside(name: string, now: Date): Promise<void> {
    const path = this.pathOf(name);
    await this.#assertUnreadable(name);
    try {
      await rename(path, asideOf(path, now));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw toStorageError(error, path);
    }
  }

  /**
   * Writes an item over a file that can't be read, of which a copy is kept beside: killed at whatever
   * moment, its place has the one or the other.
   * @throws StorageError; ProblemError of `assertUnreadable`, or what kept the copy from being made; the
   *   file is untouched then
   */
  async supersede(item: Item, now: Date): Promise<void> {
    const path = this.pathOf(fileNameOf(item));
    await this.#assertUnreadable(fileNameOf(item));
    const file = await readWhole(path, Number.MAX_SAFE_INTEGER);
    if (file.state === 'damaged') throw new ProblemError(damageProblem(file.damage, path));
    if (file.state === 'ok') await writeDurably(asideOf(path, now), file.bytes, { mode: 0o600 });
    await this.write(item);
  }

  /**
   * Only what this Foyer can't read by now is put aside.
   * @throws ProblemError `storageNewer` for one of a newer Foyer, notFound where it can be read: nothing is to be
   *   decided about it
   */
  async #assertUnreadable(name: string): Promise<void> {
    const read = await this.read(name);
    if (read.state === 'ok') throw new ProblemError({ code: 'notFound', what: 'change' });
    if (read.state !== 'unreadable' || !read.why.isNewer) return;
    throw storageProblemError(new StorageError('newerFormat', this.folder), this.pathOf(name));
  }
}

/** Where a file that can't be read is kept. */
function asideOf(path: string, now: Date): string {
  const stamp = now.toISOString().replaceAll(/[:.]/gu, '-');
  return `${path.slice(0, -'.json'.length)} (unreadable ${stamp})`;
}

/** Hashed: a theme's id comes from a file that anyone can write. */
export function fileNameOf(id: ItemId): string {
  return `${contentHash(itemKey(id)).slice(0, 32)}.json`;
}
