import { createHash } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import {
  readWhole,
  sameStamp,
  TaskQueue,
  tellDocumentTrouble,
  writeDurably,
  type FileStamp,
} from '../storage/storage';
import type { ThemeCard } from './theme-card';

/** One more than the last version that wrote other cards: an index of another format is dropped. */
const indexFormat = storedFormats['library-index'];
const largestIndex = 256 * 1024 * 1024;

const headerSchema = z.object({ format: z.number(), folder: z.string() });

interface IndexLine {
  readonly file: string;
  /** Absent: the file is gone. */
  readonly entry?: { readonly stamp: FileStamp; readonly card: ThemeCard };
}

/**
 * The cards of the library as they were when their files had a certain stamp, so that a start does
 * not read every file. It lies in the profile and can be lost at any time: each line carries its
 * own checksum, and what does not match is as good as not there. It only ever grows by the lines of
 * the files that changed, and is written anew at a start when half of it is old.
 */
export class LibraryIndex {
  readonly #path: string;
  readonly #folder: string;
  readonly #header: string;
  readonly #entries = new Map<string, { stamp: FileStamp; card: ThemeCard }>();
  readonly #dirty = new Set<string>();
  readonly #writes = new TaskQueue();
  readonly #failed: (error: unknown) => void;
  #lines = 0;
  #isWhole = false;
  #mayBeKnown = false;
  #isLoaded = false;
  /** Nobody knows what is in it: the disk did not let it be read, or it is of another format. */
  #isUnread = false;
  /** A newer Foyer wrote it, and needs it: this one reads every file, and writes none. */
  #isNewer = false;
  /** Themes that it had at the start and the folder had not. */
  readonly #missed = new Set<string>();

  /** `folder` is the library's: an index of another one is dropped. */
  constructor(path: string, folder: string, failed: (error: unknown) => void) {
    this.#path = path;
    this.#folder = folder;
    this.#header = line(JSON.stringify({ format: indexFormat, folder }));
    this.#failed = failed;
  }

  /** Whether the folder was a library once, as far as is known: there is an index. After `load`. */
  get mayBeKnown(): boolean {
    return this.#mayBeKnown;
  }

  /** Reads what is there. Never throws. */
  async load(): Promise<void> {
    const read = await readWhole(this.#path, largestIndex);
    this.#isLoaded = true;
    this.#isUnread = read.state === 'damaged' && read.damage.reason === 'unreadable';
    this.#mayBeKnown = this.#isUnread;
    if (read.state !== 'ok') return;
    const [header, ...lines] = read.bytes.toString('utf8').split('\n');
    if (`${header ?? ''}\n` !== this.#header) {
      this.#noteOther(readHeader(header ?? ''));
      return;
    }
    this.#mayBeKnown = true;
    this.#isWhole = lines.pop() === '';
    for (const text of lines) {
      const found = readLine(text);
      if (found === undefined) this.#isWhole = false;
      else if (found.entry === undefined) this.#entries.delete(found.file);
      else this.#entries.set(found.file, found.entry);
    }
    this.#lines = lines.length;
  }

  /** An index of another folder says nothing of this one; of another format, that there was one. */
  #noteOther(header: { format: number; folder: string } | undefined): void {
    if (header === undefined) return;
    this.#isNewer = header.format > indexFormat;
    if (this.#isNewer) tellDocumentTrouble({ kind: 'newer', path: this.#path });
    this.#isUnread = header.format !== indexFormat && header.folder === this.#folder;
    this.#mayBeKnown = this.#isUnread;
  }

  /** The card of a file that still has that stamp. */
  find(file: string, stamp: FileStamp): ThemeCard | undefined {
    const entry = this.#entries.get(file);
    return entry !== undefined && sameStamp(entry.stamp, stamp) ? entry.card : undefined;
  }

  /** The id that the file had, whatever its stamp. */
  lastIdIn(file: string): string | undefined {
    return this.#entries.get(file)?.card.id;
  }

  /** The card that the file had, whatever its stamp: of one that is not downloaded to be read. */
  lastCardIn(file: string): ThemeCard | undefined {
    return this.#entries.get(file)?.card;
  }

  /**
   * Tells which themes may belong to the library, in the folder or not: those that it has now, and
   * those that the folder did not have at the start, which others deleted, or whose disk was not
   * there.
   */
  mayHave(): (id: string) => boolean {
    if (this.#isUnread) return () => true;
    const ids = new Set([...this.#entries.values()].map(({ card }) => card.id));
    return (id) => ids.has(id) || this.#missed.has(id);
  }

  set(file: string, stamp: FileStamp, card: ThemeCard): void {
    this.#missed.delete(card.id);
    this.#entries.set(file, { stamp, card });
    this.#dirty.add(file);
  }

  delete(file: string): void {
    if (this.#entries.delete(file)) this.#dirty.add(file);
  }

  /**
   * Forgets files that are not among these. None at all may be the place of a disk that is not
   * there: then what was known is kept for when it is.
   */
  keepOnly(files: ReadonlySet<string>): void {
    if (files.size === 0) return;
    const gone = [...this.#entries].filter(([file]) => !files.has(file));
    for (const [file] of gone) this.delete(file);
    const isThere = this.mayHave();
    for (const [, { card }] of gone) if (!isThere(card.id)) this.#missed.add(card.id);
  }

  /** Writes what changed. Never rejects: an index that can't be written costs time at a start. */
  save(): Promise<void> {
    return this.#writes.run(async () => {
      // What nobody looked at (a command of the terminal needs no library) may be anybody's.
      if (!this.#isLoaded || this.#isNewer) return;
      try {
        await this.#write();
      } catch (error) {
        this.#isWhole = false;
        this.#failed(error);
      }
    });
  }

  async #write(): Promise<void> {
    const wornOut = this.#lines + this.#dirty.size > 2 * this.#entries.size + 500;
    if (this.#isWhole && !wornOut) {
      if (this.#dirty.size === 0) return;
      const text = [...this.#dirty].map((file) => this.#lineOf(file)).join('');
      this.#lines += this.#dirty.size;
      this.#dirty.clear();
      await appendFile(this.#path, text, { mode: 0o600 });
      return;
    }
    const text = [...this.#entries.keys()].map((file) => this.#lineOf(file)).join('');
    this.#lines = this.#entries.size;
    this.#dirty.clear();
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    await writeDurably(this.#path, this.#header + text, { mode: 0o600 });
    this.#isWhole = true;
  }

  #lineOf(file: string): string {
    const entry = this.#entries.get(file);
    const content: IndexLine = entry === undefined ? { file } : { file, entry };
    return line(JSON.stringify(content));
  }
}

function line(json: string): string {
  return `${checksum(json)} ${json}\n`;
}

function readLine(text: string): IndexLine | undefined {
  const json = text.slice(checksumLength + 1);
  if (text.slice(0, checksumLength) !== checksum(json)) return undefined;
  try {
    return JSON.parse(json) as IndexLine;
  } catch {
    return undefined;
  }
}

/** The first line, whatever its format. */
function readHeader(text: string): z.infer<typeof headerSchema> | undefined {
  const json = text.slice(checksumLength + 1);
  if (text.slice(0, checksumLength) !== checksum(json)) return undefined;
  return headerSchema.safeParse(JSON.parse(json)).data;
}

const checksumLength = 16;

function checksum(json: string): string {
  return createHash('sha1').update(json).digest('hex').slice(0, checksumLength);
}
