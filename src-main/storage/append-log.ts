import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  writeSync,
} from 'node:fs';
import { mkdir, open, stat, unlink, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parseWith, type Parser } from './document-text';
import { writeAll } from './disk';
import { tellDocumentTrouble } from './document-trouble';
import {
  newline,
  parseLine,
  readLines,
  segmentPath,
  segmentsIn,
  type Segment,
} from './log-segments';
import { errorCode, StorageError, toStorageError } from './storage-error';
import { TaskQueue } from './task-queue';

export interface AppendLogOptions<T> {
  /** Made when the first record is appended. */
  readonly folder: string;
  /** The beginning of every segment's file name: letters, digits and hyphens. */
  readonly name: string;
  /**
   * The number of the format of its records, counting up from 1; 1 by default. It is in the names of
   * the segments from 2 on (`activity-f2-000000000001.jsonl`), so that a newer Foyer's are told
   * without reading them: they are neither read nor added to, and none of them goes.
   */
  readonly format?: number | undefined;
  /** Checks each record as it is read; one that fails is counted, not returned. */
  readonly schema: Parser<T>;
  /** A segment this large is closed and the next one begun; 1 MiB by default. */
  readonly maxSegmentBytes?: number | undefined;
  /** With one more, the oldest segment goes; 20 by default. */
  readonly maxSegments?: number | undefined;
  /**
   * Told when the oldest segments went: every record before this sequence number is gone. Whoever
   * keeps something of the records in memory lets go of it here, or appends it again.
   */
  readonly onDropped?: ((before: number) => void) | undefined;
  /** Whether an append waits until the disk has it; true by default. */
  readonly sync?: boolean | undefined;
  /**
   * Of logs that are read as one: what is added to any of them counts on from what was added last to
   * all of them, once all of them are open.
   */
  readonly numbers?: LogNumbers | undefined;
}

/** The next sequence number, of one log or of several. */
export interface LogNumbers {
  next: number;
}

export interface LogEntry<T> {
  /** Grows with every append, over restarts too; gaps are possible. Never the clock. */
  readonly sequence: number;
  readonly record: T;
}

export interface LogPage<T> {
  /** Newest first. */
  readonly entries: readonly LogEntry<T>[];
  /** Where the next, older page begins; absent when there is none. */
  readonly next?: string;
  /** Lines, and whole segments, that were passed over because what is in them makes no sense. */
  readonly unreadable: number;
  /**
   * Why the disk did not let segments be read just now, one for each: their records are missing from
   * the page, and may be there the next time.
   */
  readonly notRead: readonly StorageError[];
}

/**
 * A log that is only ever added to: JSON lines in segment files. A record is replaced by
 * appending a newer one with the same id of its own; whoever reads folds them.
 */
export interface AppendLog<T> {
  /**
   * Adds a record; resolves with its sequence number when it is written (and on disk, with
   * `sync`). Appends that arrive together share one write, in order.
   *
   * @throws StorageError; nothing of the record is in the log then.
   */
  append(record: T): Promise<number>;
  /** Reads up to `limit` records (100 by default), the newest, or those older than `before`. */
  page(options?: { readonly before?: string; readonly limit?: number }): Promise<LogPage<T>>;
  /** Resolves when every append handed in so far has ended. */
  flush(): Promise<void>;
}

interface Pending {
  readonly sequence: number;
  readonly line: string;
  readonly resolve: (sequence: number) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens a log. A last line that a crash cut off is passed over by readers, and the next append
 * begins on a line of its own.
 *
 * @throws StorageError if the folder is there and can't be listed.
 */
export async function openAppendLog<T>(options: AppendLogOptions<T>): Promise<AppendLog<T>> {
  const log = new SegmentedLog(options);
  await log.open();
  return log;
}

const datasync = promisify(fdatasync);

class SegmentedLog<T> implements AppendLog<T> {
  readonly #options: AppendLogOptions<T>;
  readonly #maxSegmentBytes: number;
  readonly #maxSegments: number;
  readonly #queue = new TaskQueue();
  #pending: Pending[] = [];
  readonly #numbers: LogNumbers;
  /** The segment that was added to last, as it was left: no look around for the next one. */
  #left: { readonly path: string; readonly size: number } | undefined;

  constructor(options: AppendLogOptions<T>) {
    this.#options = options;
    this.#numbers = options.numbers ?? { next: 1 };
    this.#maxSegmentBytes = options.maxSegmentBytes ?? 1024 * 1024;
    this.#maxSegments = options.maxSegments ?? 20;
  }

  async open(): Promise<void> {
    const { format = 1, folder } = this.#options;
    const newer = (await segmentsIn(this.#options)).filter((segment) => segment.format > format);
    if (newer.length > 0) tellDocumentTrouble({ kind: 'newer', path: folder });
    // Numbers are not used twice, also not those of a newer Foyer, which holds as many as fit.
    const last = newer[newer.length - 1];
    if (last) this.#countOn(last.first + this.#maxSegmentBytes);
    for (const segment of (await this.#segments()).reverse()) {
      const lines = await readLines(segment);
      this.#countOn(segment.first);
      if (lines === undefined || lines instanceof StorageError) {
        // No way to know how many were in it: as many as fit.
        this.#countOn(segment.first + this.#maxSegmentBytes);
        return;
      }
      let unreadBytes = 0;
      for (const line of lines) {
        const parsed = parseLine(line.text);
        if (parsed === undefined) unreadBytes += line.bytes;
        else this.#countOn(parsed.sequence + 1);
      }
      // What can't be read may have held numbers too; there are at most as many as bytes.
      this.#numbers.next += unreadBytes;
      if (lines.length > 0) return;
    }
  }

  /** The next number is this one at least. */
  #countOn(from: number): void {
    this.#numbers.next = Math.max(this.#numbers.next, from);
  }

  append(record: T): Promise<number> {
    return new Promise((resolve, reject) => {
      const sequence = this.#numbers.next;
      const line = `${JSON.stringify({ sequence, record })}\n`;
      this.#numbers.next += 1;
      this.#pending.push({ sequence, line, resolve, reject });
      // The first of a batch starts the write; what arrives until then goes with it.
      if (this.#pending.length === 1) void this.#queue.run(() => this.#writePending());
    });
  }

  page(options: { readonly before?: string; readonly limit?: number } = {}): Promise<LogPage<T>> {
    return this.#queue.run(() => this.#readPage(parseCursor(options.before), options.limit ?? 100));
  }

  flush(): Promise<void> {
    return this.#queue.idle();
  }

  /** Never rejects: each append is told of its own failure. */
  async #writePending(): Promise<void> {
    const batch = this.#pending;
    this.#pending = [];
    const [first] = batch;
    if (first === undefined) return;
    try {
      const bytes = Buffer.from(batch.map((pending) => pending.line).join(''), 'utf8');
      await this.#writeBatch(first.sequence, bytes);
    } catch (error) {
      const failure = toStorageError(error, this.#options.folder);
      for (const pending of batch) pending.reject(failure);
      return;
    }
    for (const pending of batch) pending.resolve(pending.sequence);
  }

  async #writeBatch(firstSequence: number, bytes: Buffer): Promise<void> {
    if (await this.#addToLast(bytes)) return;
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    const segments = await this.#segments();
    const newest = segments[segments.length - 1];
    const handle =
      newest === undefined ? undefined : await this.#openForMore(newest, bytes.byteLength);
    if (newest !== undefined && handle !== undefined) {
      await this.#appendTo(newest.path, handle, bytes);
      return;
    }
    // A name with the first number in it is free: numbers are not used twice.
    const path = segmentPath(this.#options, firstSequence);
    await this.#appendTo(path, await open(path, 'ax+', 0o600), bytes);
    if (this.#options.sync !== false) await syncFolderIfPossible(this.#options.folder);
    const surplus = Math.max(0, segments.length + 1 - this.#maxSegments);
    await this.#drop(segments.slice(0, surplus), segments[surplus]?.first ?? firstSequence);
  }

  /** Oldest first, so that what is left is never older than what went. */
  async #drop(surplus: readonly Segment[], nextFirst: number): Promise<void> {
    let before = 0;
    for (const [index, { path }] of surplus.entries()) {
      try {
        await unlink(path);
      } catch (error) {
        // One that can't be removed now is tried again with the next segment.
        if (errorCode(error) !== 'ENOENT') break;
      }
      before = surplus[index + 1]?.first ?? nextFirst;
    }
    if (before > 0) this.#options.onDropped?.(before);
  }

  /**
   * False if the last segment is full, or is not as it was left. A request waits for this before it
   * leaves, so all but the sync is done at once: a few bytes into the system's memory take less than
   * the way to another thread and back, five times.
   */
  async #addToLast(bytes: Buffer): Promise<boolean> {
    const left = this.#left;
    this.#left = undefined;
    if (left === undefined || left.size + bytes.byteLength > this.#maxSegmentBytes) return false;
    let file: number;
    try {
      file = openSync(left.path, constants.O_RDWR | constants.O_APPEND);
    } catch {
      // Gone or locked: the way over the folder finds out, and tells it.
      return false;
    }
    try {
      if (fstatSync(file).size !== left.size) return false;
      try {
        let written = 0;
        while (written < bytes.byteLength) {
          const more = writeSync(file, bytes, written);
          if (more <= 0) throw new Error('the disk takes no more bytes and gives no reason');
          written += more;
        }
        if (this.#options.sync !== false) await datasync(file);
      } catch (error) {
        takeBack(file, left.size);
        throw error;
      }
    } finally {
      closeSync(file);
    }
    this.#left = { path: left.path, size: left.size + bytes.byteLength };
    return true;
  }

  /** Undefined if the segment is full or is no longer a file that takes more. */
  async #openForMore(segment: Segment, more: number): Promise<FileHandle | undefined> {
    const found = await stat(segment.path);
    if (!found.isFile()) return undefined;
    if (found.size > 0 && found.size + more > this.#maxSegmentBytes) return undefined;
    return open(segment.path, 'a+', 0o600);
  }

  async #appendTo(path: string, handle: FileHandle, bytes: Buffer): Promise<void> {
    try {
      const { size } = await handle.stat();
      try {
        const isTorn = size > 0 && !(await endsLine(handle, size));
        const added = isTorn ? Buffer.concat([Buffer.from('\n'), bytes]) : bytes;
        await writeAll(handle, added);
        if (this.#options.sync !== false) await handle.datasync();
        this.#left = { path, size: size + added.byteLength };
      } catch (error) {
        // Half a batch is taken back; if that fails as well, readers pass over the torn line.
        await handle.truncate(size).catch(() => undefined);
        throw error;
      }
    } finally {
      await handle.close();
    }
  }

  async #readPage(before: Cursor | undefined, limit: number): Promise<LogPage<T>> {
    const entries: LogEntry<T>[] = [];
    let unreadable = 0;
    const notRead: StorageError[] = [];
    let oldest: Cursor | undefined;
    for (const segment of (await this.#segments()).reverse()) {
      if (before !== undefined && segment.first > before.segment) continue;
      if (entries.length >= limit) break;
      const lines = await readLines(segment);
      if (lines instanceof StorageError) {
        notRead.push(lines);
        continue;
      }
      if (lines === undefined) {
        unreadable += 1;
        continue;
      }
      const end = before?.segment === segment.first ? before.offset : Infinity;
      for (const line of lines.reverse()) {
        if (line.offset >= end) continue;
        if (entries.length >= limit) break;
        oldest = { segment: segment.first, offset: line.offset };
        const entry = this.#check(line.text);
        if (entry === undefined) unreadable += 1;
        else entries.push(entry);
      }
    }
    const more = oldest !== undefined && entries.length >= limit && (await this.#hasOlder(oldest));
    const next = more && oldest !== undefined ? { next: writeCursor(oldest) } : {};
    return { entries, unreadable, notRead, ...next };
  }

  async #hasOlder(cursor: Cursor): Promise<boolean> {
    if (cursor.offset > 0) return true;
    const segments = await this.#segments();
    return segments.some((segment) => segment.first < cursor.segment);
  }

  #check(text: string): LogEntry<T> | undefined {
    const parsed = parseLine(text);
    if (parsed === undefined) return undefined;
    try {
      return { sequence: parsed.sequence, record: parseWith(this.#options.schema, parsed.record) };
    } catch {
      // Counted as unreadable by the caller.
      return undefined;
    }
  }

  /** Those that this version can read, oldest first. */
  async #segments(): Promise<Segment[]> {
    const { format = 1 } = this.#options;
    return (await segmentsIn(this.#options)).filter((segment) => segment.format <= format);
  }
}

/** Half a batch goes; if that fails as well, readers pass over the torn line. */
function takeBack(file: number, size: number): void {
  try {
    ftruncateSync(file, size);
  } catch {
    // The failure that led here is the one to tell.
  }
}

interface Cursor {
  readonly segment: number;
  /** Bytes from the segment's start; what is appended later never moves it. */
  readonly offset: number;
}

function writeCursor(cursor: Cursor): string {
  return `${String(cursor.segment)}:${String(cursor.offset)}`;
}

function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d{1,15}):(\d{1,15})$/.exec(text);
  if (match === null) throw new TypeError('not a cursor that this log gave');
  return { segment: Number(match[1]), offset: Number(match[2]) };
}

async function endsLine(handle: FileHandle, size: number): Promise<boolean> {
  const last = Buffer.alloc(1);
  const { bytesRead } = await handle.read(last, 0, 1, size - 1);
  return bytesRead === 1 && last[0] === newline;
}

async function syncFolderIfPossible(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r').catch(() => undefined);
  if (handle === undefined) return;
  // Some network disks refuse it; the segment itself is synced.
  await handle.sync().catch(() => undefined);
  await handle.close();
}
