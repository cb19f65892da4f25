/** The functions of Node's file system that the rooms use, on the disk in memory. */
import type * as RealFiles from 'node:fs';
import { basename, join } from 'node:path';
import { factsOf, fault, memoryDisk as disk, type Entry } from './memory-disk';

type Path = string;
type Options = {
  readonly recursive?: boolean;
  readonly encoding?: string;
  readonly force?: boolean;
};
type Facts = { readonly bigint?: boolean; readonly throwIfNoEntry?: boolean };

const reads = <T>(path: Path, work: () => T): Promise<T> => disk.call([path], false, work);
const changes = <T>(paths: readonly Path[], work: () => T): Promise<T> =>
  disk.call(paths, true, work);

/** An open file: what it is under every name, and under none. */
class Handle {
  readonly #path: Path;
  readonly #entry: Entry;
  readonly #isAppending: boolean;
  #at = 0;

  constructor(path: Path, entry: Entry, isAppending: boolean) {
    this.#path = path;
    this.#entry = entry;
    this.#isAppending = isAppending;
  }

  get #bytes(): Buffer {
    if (this.#entry.kind === 'folder') throw fault('EISDIR', this.#path);
    return this.#entry.bytes;
  }

  writeNow(bytes: Uint8Array | string, offset = 0, length?: number): number {
    const entry = this.#entry;
    if (entry.kind === 'folder') throw fault('EISDIR', this.#path);
    const all = Buffer.from(bytes as Uint8Array);
    const more = all.subarray(offset, offset + (length ?? all.byteLength - offset));
    const at = this.#isAppending ? entry.bytes.byteLength : this.#at;
    const after = entry.bytes.subarray(at + more.byteLength);
    disk.write(this.#path, entry, Buffer.concat([entry.bytes.subarray(0, at), more, after]));
    this.#at = at + more.byteLength;
    return more.byteLength;
  }

  truncateNow(size: number): void {
    const entry = this.#entry;
    if (entry.kind === 'file') disk.write(this.#path, entry, entry.bytes.subarray(0, size));
  }

  factsNow = (): RealFiles.Stats => factsOf(this.#entry);
  bytesNow = (): Buffer => Buffer.from(this.#bytes);

  write = (bytes: Uint8Array, offset?: number, length?: number) =>
    changes([this.#path], () => ({ bytesWritten: this.writeNow(bytes, offset, length) }));
  writeFile = (bytes: Uint8Array | string) =>
    changes([this.#path], () => void this.writeNow(bytes));
  read = (into: Buffer, offset: number, length: number, position: number) =>
    reads(this.#path, () => {
      const part = this.#bytes.subarray(position, position + length);
      into.set(part, offset);
      return { bytesRead: part.byteLength, buffer: into };
    });
  readFile = (encoding?: string | { encoding?: string }) =>
    reads(this.#path, () => asAsked(this.bytesNow(), encoding));
  stat = () => reads(this.#path, this.factsNow);
  truncate = (size = 0) => changes([this.#path], () => this.truncateNow(size));
  chmod = (mode: number) => changes([this.#path], () => void (this.#entry.mode = mode));
  chown = () => Promise.resolve();
  sync = () => reads(this.#path, () => undefined);
  datasync = () => reads(this.#path, () => undefined);
  close = () => reads(this.#path, () => undefined);
}

function asAsked(bytes: Buffer, encoding?: string | { encoding?: string } | null) {
  const asked = typeof encoding === 'object' ? encoding?.encoding : encoding;
  return asked === undefined || asked === 'buffer' ? bytes : bytes.toString('utf8');
}

function handleNow(path: Path, flags: string | number = 'r', mode?: number): Handle {
  const isAppending = typeof flags === 'string' ? flags.startsWith('a') : (flags & 1024) !== 0;
  return new Handle(path, disk.open(path, flags, mode), isAppending);
}

/** Whether a file that is not there is made by it. */
const doesMake = (flags: string | number | undefined): boolean =>
  typeof flags === 'string' && !flags.startsWith('r');

function namesNow(path: Path, options?: Options | string) {
  const names = [...disk.folder(path).inside.keys()];
  const isBuffer = typeof options === 'object' && options.encoding === 'buffer';
  return isBuffer ? names.map((name) => Buffer.from(name)) : names;
}

function removeNow(path: Path, { recursive = false, force = false }: Options): void {
  const found = disk.find(path);
  if (!found) {
    if (force) return;
    throw fault('ENOENT', path);
  }
  if (found.kind === 'folder' && recursive) {
    for (const name of [...found.inside.keys()]) removeNow(join(path, name), { recursive: true });
  }
  disk.put(path, undefined);
}

function replaceNow(path: Path, content: Uint8Array | string, isAppending = false): void {
  const flags = isAppending ? 'a' : 'w';
  handleNow(path, flags).writeNow(content);
}

/** In place of `node:fs/promises`. */
export const diskCalls = {
  access: (path: Path) => reads(path, () => void disk.get(path)),
  appendFile: (path: Path, content: Uint8Array | string) =>
    changes([path], () => replaceNow(path, content, true)),
  copyFile: (from: Path, to: Path, mode = 0) =>
    changes([to], () => {
      if (mode === 1 && disk.find(to)) throw fault('EEXIST', to);
      replaceNow(to, disk.file(from).bytes);
    }),
  constants: { R_OK: 4, W_OK: 2, F_OK: 0, COPYFILE_EXCL: 1 },
  link: (from: Path, to: Path) => changes([from, to], () => disk.link(from, to)),
  lstat: (path: Path, options?: Facts) => reads(path, () => factsOf(disk.get(path), options)),
  mkdir: (path: Path, options?: Options) =>
    disk.find(path) && options?.recursive
      ? reads(path, () => undefined)
      : changes([path], () => disk.makeFolder(path, options?.recursive ?? false)),
  open: (path: Path, flags?: string | number, mode?: number) =>
    disk.call([path], doesMake(flags), () => handleNow(path, flags, mode)),
  readFile: (path: Path, options?: string | { encoding?: string }) =>
    reads(path, () => asAsked(Buffer.from(disk.file(path).bytes), options)),
  readdir: (path: Path, options?: Options | string) => reads(path, () => namesNow(path, options)),
  readlink: (path: Path) => Promise.reject(fault('EINVAL', path)),
  realpath: (path: Path) => reads(path, () => (disk.get(path), path)),
  rename: (from: Path, to: Path) => changes([from, to], () => disk.rename(from, to)),
  rm: (path: Path, options: Options = {}) => changes([path], () => removeNow(path, options)),
  stat: (path: Path, options?: Facts) => reads(path, () => factsOf(disk.get(path), options)),
  unlink: (path: Path) => changes([path], () => disk.unlink(path)),
  writeFile: (path: Path, content: Uint8Array | string) =>
    changes([path], () => replaceNow(path, content)),
};

const opened = new Map<number, Handle>();
let numbers = 100;
const handleOf = (file: number): Handle => {
  const found = opened.get(file);
  if (!found) throw fault('EBADF', String(file));
  return found;
};
const changesNow = <T>(paths: readonly Path[], work: () => T): T =>
  disk.callAtOnce(paths, true, work);
const readsNow = <T>(path: Path, work: () => T): T => disk.callAtOnce([path], false, work);

/** In place of `node:fs`, as far as the rooms use it. */
export const diskCallsAtOnce = (real: typeof RealFiles) => ({
  ...real,
  closeSync: (file: number) => void opened.delete(file),
  copyFileSync: (from: Path, to: Path) =>
    changesNow([to], () => replaceNow(to, disk.file(from).bytes)),
  existsSync: (path: Path) => disk.find(path) !== undefined,
  fchmodSync: () => undefined,
  fchownSync: () => undefined,
  fdatasync: (_file: number, done: (error: null) => void) => {
    disk
      .call([], false, () => undefined)
      .then(
        () => done(null),
        () => done(null),
      );
  },
  fstatSync: (file: number) => handleOf(file).factsNow(),
  fsyncSync: () => undefined,
  ftruncateSync: (file: number, size: number) => handleOf(file).truncateNow(size),
  linkSync: (from: Path, to: Path) => changesNow([from, to], () => disk.link(from, to)),
  lstatSync: (path: Path) => readsNow(path, () => factsOf(disk.get(path))),
  mkdirSync: (path: Path, options?: Options) =>
    changesNow([path], () => disk.makeFolder(path, options?.recursive ?? false)),
  openSync: (path: Path, flags: string | number, mode?: number) => {
    numbers += 1;
    opened.set(
      numbers,
      disk.callAtOnce([path], doesMake(flags), () => handleNow(path, flags, mode)),
    );
    return numbers;
  },
  readFileSync: (path: Path, options?: string | { encoding?: string }) =>
    readsNow(path, () => asAsked(Buffer.from(disk.file(path).bytes), options)),
  realpathSync: (path: Path) => readsNow(path, () => (disk.get(path), path)),
  renameSync: (from: Path, to: Path) => changesNow([from, to], () => disk.rename(from, to)),
  statSync: (path: Path, options?: Facts) => {
    if (options?.throwIfNoEntry === false && !disk.find(path)) return undefined;
    return readsNow(path, () => factsOf(disk.get(path), options));
  },
  unlinkSync: (path: Path) => changesNow([path], () => disk.unlink(path)),
  watch: (path: Path, options: unknown, heard?: (event: string, name: string) => void) => {
    const listener = heard ?? (options as (event: string, name: string) => void);
    const watcher = readsNow(path, () => disk.watch(path, listener));
    return { ...watcher, on: () => undefined, unref: () => undefined, name: basename(path) };
  },
  writeFileSync: (file: Path | number, content: Uint8Array | string) =>
    typeof file === 'number'
      ? changesNow([], () => void handleOf(file).writeNow(content))
      : changesNow([file], () => replaceNow(file, content)),
  writeSync: (file: number, bytes: Uint8Array, offset?: number) =>
    changesNow([], () => handleOf(file).writeNow(bytes, offset)),
});
