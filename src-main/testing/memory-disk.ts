/**
 * For tests: a disk in memory, which can refuse, and be cut off from the program between any two of its
 * operations. A test puts it in the place of the real one:
 *
 *     vi.mock('node:fs/promises', async () => (await import('../testing/memory-disk-calls')).diskCalls);
 *     vi.mock('node:fs', async (real) => (await import('../testing/memory-disk-calls')).diskCallsAtOnce(await real()));
 */
import type * as RealFiles from 'node:fs';
import { basename, dirname } from 'node:path';
import { randomBelow } from './seeded-random';

interface File {
  kind: 'file';
  bytes: Buffer;
}
interface Folder {
  kind: 'folder';
  readonly inside: Map<string, Entry>;
}
type Entry = (File | Folder) & {
  readonly inode: number;
  mode: number;
  links: number;
  modified: number;
  changed: number;
};

type Listener = (event: string, name: string) => void;

/** A killed program hears nothing more. */
const never = new Promise<never>(() => undefined);

let inodes = 0;
let stamps = 0;

/** No two changes have the same time, as near as a number can tell them apart. */
function stamp(): number {
  stamps = (stamps + 1) % 4_000;
  return Date.now() + stamps / 4_096;
}

function newEntry(of: { kind: 'file'; bytes: Buffer } | { kind: 'folder' }, mode: number): Entry {
  inodes += 1;
  const at = stamp();
  const facts = { inode: inodes, mode, links: 1, modified: at, changed: at };
  return of.kind === 'file' ? { ...of, ...facts } : { ...of, inside: new Map(), ...facts };
}

function fault(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, path });
}

/** What a test does with the disk. */
export class MemoryDisk {
  #root = newEntry({ kind: 'folder' }, 0o755);
  #watchers: { folder: Entry; listener: Listener }[] = [];
  /** Grows with each program that is started on the disk. */
  #program = 0;
  #isCutOff = false;
  #killAfter = Infinity;
  #refuses: { code: string; isIt: (path: string) => boolean } | undefined;
  /** How many calls have not ended. */
  #open = 0;
  /** How many times anything was changed. */
  changes = 0;

  /** Empty, well, and with another program. */
  format(): void {
    // No two have the same number, the topmost one neither.
    inodes = 0;
    stamps = 0;
    this.#root = newEntry({ kind: 'folder' }, 0o755);
    this.begin();
    this.#refuses = undefined;
  }

  /** The program is cut off in this moment: nothing that it has asked for is done or answered. */
  kill(): void {
    this.#isCutOff = true;
    this.#killAfter = Infinity;
    this.#watchers = [];
  }

  /** Kills it after so many changes from now, if it makes so many. */
  killAfter(changes: number): void {
    this.#killAfter = changes;
  }

  get isKilled(): boolean {
    return this.#isCutOff;
  }

  /** Another program may begin. */
  begin(): void {
    this.#program += 1;
    this.#open = 0;
    this.#isCutOff = false;
    this.#killAfter = Infinity;
    this.#watchers = [];
  }

  /** Refuses to change what lies there, until `heal`. */
  refuse(code: string, isIt: (path: string) => boolean): void {
    this.#refuses = { code, isIt };
  }

  heal(): void {
    this.#refuses = undefined;
  }

  get isIll(): boolean {
    return this.#refuses !== undefined;
  }

  get isBusy(): boolean {
    return this.#open > 0 && !this.#isCutOff;
  }

  /** One call of the program: it takes its time, and a killed one never hears of its end. */
  async call<T>(paths: readonly string[], doesChange: boolean, work: () => T): Promise<T> {
    const program = this.#program;
    if (this.#isCutOff) return never;
    this.#open += 1;
    try {
      for (let turns = randomBelow(3); turns > 0; turns -= 1) {
        await new Promise((next) => setImmediate(next));
      }
      if (this.#isCutOff || program !== this.#program) return await never;
      const done = this.#now(paths, doesChange, work);
      return this.#isCutOff ? await never : done;
    } finally {
      if (program === this.#program) this.#open -= 1;
    }
  }

  /** One that has ended when it returns. */
  callAtOnce<T>(paths: readonly string[], doesChange: boolean, work: () => T): T {
    if (this.#isCutOff) throw fault('EIO', 'killed');
    const done = this.#now(paths, doesChange, work);
    if (this.#isCutOff) throw fault('EIO', 'killed');
    return done;
  }

  #now<T>(paths: readonly string[], doesChange: boolean, work: () => T): T {
    if (!doesChange) return work();
    const refused = this.#refuses && paths.find(this.#refuses.isIt);
    if (this.#refuses && refused !== undefined) throw fault(this.#refuses.code, refused);
    this.#killAfter -= 1;
    // Before it is done, or after it.
    if (this.#killAfter < 0 && randomBelow(2) === 0) {
      this.kill();
      return undefined as T;
    }
    this.changes += 1;
    const done = work();
    if (this.#killAfter < 0) this.kill();
    return done;
  }

  find(path: string): Entry | undefined {
    let found: Entry | undefined = this.#root;
    for (const name of path.split('/')) {
      if (name === '' || name === '.') continue;
      if (found?.kind !== 'folder') return undefined;
      found = found.inside.get(name);
    }
    return found;
  }

  get(path: string): Entry {
    const found = this.find(path);
    if (!found) throw fault('ENOENT', path);
    return found;
  }

  file(path: string): File & Entry {
    const found = this.get(path);
    if (found.kind === 'folder') throw fault('EISDIR', path);
    return found;
  }

  folder(path: string): Folder & Entry {
    const found = this.get(path);
    if (found.kind !== 'folder') throw fault('ENOTDIR', path);
    return found;
  }

  /** Puts an entry there, or takes it away. */
  put(path: string, entry: Entry | undefined): void {
    const folder = this.folder(dirname(path));
    const name = basename(path);
    const before = folder.inside.get(name);
    if (before && before !== entry) before.links -= 1;
    if (entry) folder.inside.set(name, entry);
    else folder.inside.delete(name);
    folder.modified = stamp();
    this.#tell(folder, name);
  }

  write(path: string, file: File & Entry, bytes: Buffer): void {
    file.bytes = bytes;
    file.modified = file.changed = stamp();
    const folder = this.find(dirname(path));
    if (folder) this.#tell(folder, basename(path));
  }

  #tell(folder: Entry, name: string): void {
    for (const watcher of this.#watchers) {
      if (watcher.folder !== folder) continue;
      setImmediate(() => {
        if (this.#watchers.includes(watcher)) watcher.listener('change', name);
      });
    }
  }

  watch(path: string, listener: Listener): { close: () => void } {
    const watcher = { folder: this.get(path), listener };
    this.#watchers.push(watcher);
    return {
      close: () => {
        this.#watchers = this.#watchers.filter((each) => each !== watcher);
      },
    };
  }

  makeFolder(path: string, isRecursive: boolean): void {
    const found = this.find(path);
    if (found) {
      if (isRecursive && found.kind === 'folder') return;
      throw fault('EEXIST', path);
    }
    if (isRecursive) this.makeFolder(dirname(path), true);
    this.put(path, newEntry({ kind: 'folder' }, 0o755));
  }

  rename(from: string, to: string): void {
    const moved = this.get(from);
    if (this.find(to) === moved) {
      if (from !== to && moved.kind === 'file') this.put(from, undefined);
      return;
    }
    this.put(to, moved);
    this.put(from, undefined);
    moved.changed = stamp();
  }

  link(from: string, to: string): void {
    const linked = this.get(from);
    if (this.find(to)) throw fault('EEXIST', to);
    linked.links += 1;
    linked.changed = stamp();
    this.put(to, linked);
  }

  unlink(path: string): void {
    this.file(path);
    this.put(path, undefined);
  }

  /** The file with what it is opened for. */
  open(path: string, flags: string | number, mode = 0o666): Entry {
    const text = typeof flags === 'number' ? 'r' : flags;
    const found = this.find(path);
    if (found) {
      if (text.includes('x')) throw fault('EEXIST', path);
      if (text.startsWith('w')) this.write(path, this.file(path), Buffer.alloc(0));
      return found;
    }
    if (text.startsWith('r')) throw fault('ENOENT', path);
    const made = newEntry({ kind: 'file', bytes: Buffer.alloc(0) }, mode);
    this.put(path, made);
    return made;
  }
}

/** What is asked of an entry. */
export function factsOf(entry: Entry, options?: { bigint?: boolean } | null): RealFiles.Stats {
  const size = entry.kind === 'file' ? entry.bytes.byteLength : 0;
  const facts = {
    ...{ dev: 1, ino: entry.inode, mode: entry.mode, nlink: entry.links, uid: 0, gid: 0, size },
    ...{ mtimeMs: entry.modified, ctimeMs: entry.changed, birthtimeMs: entry.modified },
    ...{ atimeMs: entry.modified, blocks: Math.ceil(size / 512), blksize: 4096 },
  };
  const shown = options?.bigint
    ? { ...facts, dev: BigInt(facts.dev), ino: BigInt(facts.ino), size: BigInt(size) }
    : facts;
  return {
    ...shown,
    mtime: new Date(entry.modified),
    isFile: () => entry.kind === 'file',
    isDirectory: () => entry.kind === 'folder',
    isSymbolicLink: () => false,
  } as unknown as RealFiles.Stats;
}

/** The one disk of a test's process. */
export const memoryDisk = new MemoryDisk();
export { fault };
export type { Entry, File };
