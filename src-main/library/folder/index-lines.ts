/** The file of a library's index: a line for the folder, then a line for each change, checked. */
import { createHash } from 'node:crypto';
import { storedFormats } from '@shared/stored-formats';
import {
  readWhole,
  type ContentHash,
  type FileStamp,
  type FolderPlace,
} from '../../storage/storage';
import { noCopies, withCopy, type CopiedFile, type NotedCopies } from './noted-copies';
import type { ThemeCard } from '../catalogue/theme-card';

const indexFormat = storedFormats['library-index'];
const largestIndex = 256 * 1024 * 1024;

export interface IndexEntry {
  readonly stamp: FileStamp;
  readonly card: ThemeCard;
  /** What the file held; an earlier Foyer did not note it. */
  readonly hash?: ContentHash;
  /**
   * It may have come back after a deletion that could not be read, by a file that was written then, in ms by its disk's
   * clock: the bin is asked again.
   */
  readonly cameBackMs?: number | undefined;
}

/** What a theme was at the last. */
export interface LastLook {
  readonly card: ThemeCard;
  /** When its file was written then, by its disk's clock, where that is known. */
  readonly modifiedMs: number | undefined;
  /** As `IndexEntry` has it. */
  readonly cameBackMs?: number | undefined;
}

export type IndexLine =
  /** Without an entry: the file is gone. */
  | { readonly file: string; readonly entry?: IndexEntry | undefined }
  /** A theme that others took away, and what it was at the last, or that they brought back. */
  | { readonly theme: string; readonly isMissing: boolean; readonly last?: LastLook | undefined }
  /** What is known of copies from here on. */
  | { readonly copies: NotedCopies | null }
  /** One more of them. */
  | { readonly copy: CopiedFile }
  /** What lies at the folder's path. */
  | { readonly place: FolderPlace }
  /** Which library that is, by the ID that lasts; `null`: it was moved away from there. */
  | { readonly library: string | null };

/** By their ids what themes were at the last that others took away; an earlier Foyer did not note it. */
export type MissingThemes = ReadonlyMap<string, LastLook | undefined>;

/** What an index says of a folder. */
export interface IndexedThemes {
  readonly folder: string;
  /** By their files' names. */
  readonly entries: ReadonlyMap<string, IndexEntry>;
  /** Themes that others took away, by their ids; they may come back. */
  readonly missing: MissingThemes;
  readonly copies: NotedCopies;
  /** What lay at the folder's path when it was last read; an earlier Foyer did not note it. */
  readonly place: FolderPlace | undefined;
  /** The library that it is of, by the ID that lasts, where that is known; an earlier Foyer did not note it. */
  readonly library: string | undefined;
  /** How large it is, and whether each of its lines is whole. */
  readonly bytes: number;
  readonly isWhole: boolean;
}

export type IndexRead =
  | ({ readonly state: 'ok' } & IndexedThemes)
  /** There is none that makes sense. */
  | { readonly state: 'none' }
  /** Of another format: one that is not newer is written anew. */
  | { readonly state: 'other'; readonly folder: string; readonly isNewer: boolean }
  /** The disk does not let it be read: nobody knows what is in it. */
  | { readonly state: 'unread' };

/** Who hears what an index knows. */
export interface IndexListener {
  /** What was noted of copies. */
  readonly recall: (copies: NotedCopies) => void;
  /** What themes were, as is known only now, in whose place older files lay when they were found. */
  readonly putOver: (themes: ReadonlyMap<string, LastLook>) => void;
}

/** The whole index of a folder. */
export function indexText(themes: Omit<IndexedThemes, 'bytes' | 'isWhole'>): string {
  const { folder, entries, missing, copies, place, library } = themes;
  return [
    textOf({ format: indexFormat, folder }),
    ...[...entries].map(([file, entry]) => indexLine({ file, entry })),
    ...[...missing.keys()].map((id) => themeLine(id, missing)),
    indexLine({ copies }),
    place === undefined ? '' : indexLine({ place }),
    indexLine({ library: library ?? null }),
  ].join('');
}

export function indexLine(content: IndexLine): string {
  return textOf(content);
}

/** Whether that theme is missing, and what it was at the last. */
export function themeLine(id: string, missing: MissingThemes): string {
  return indexLine({ theme: id, isMissing: missing.has(id), last: missing.get(id) });
}

/** Reads an index, whichever folder it is of. Never throws; what does not match is passed over. */
export async function readIndexLines(path: string): Promise<IndexRead> {
  const read = await readWhole(path, largestIndex);
  if (read.state === 'damaged' && read.damage.reason === 'unreadable') return { state: 'unread' };
  if (read.state !== 'ok') return { state: 'none' };
  const [first = '', ...lines] = read.bytes.toString('utf8').split('\n');
  const header = contentIn(first) as { format?: unknown; folder?: unknown } | undefined;
  if (typeof header?.format !== 'number' || typeof header.folder !== 'string') {
    return { state: 'none' };
  }
  if (header.format !== indexFormat) {
    return { state: 'other', folder: header.folder, isNewer: header.format > indexFormat };
  }
  const entries = new Map<string, IndexEntry>();
  const missing = new Map<string, LastLook | undefined>();
  let copies = noCopies;
  let place: FolderPlace | undefined;
  let library: string | undefined;
  let isWhole = lines.pop() === '';
  for (const text of lines) {
    const found = contentIn(text) as IndexLine | undefined;
    if (found === undefined) isWhole = false;
    else if ('copies' in found) copies = found.copies ?? noCopies;
    else if ('copy' in found) copies = withCopy(copies, found.copy);
    else if ('place' in found) place = found.place;
    else if ('library' in found) library = found.library ?? undefined;
    else if ('theme' in found) {
      if (found.isMissing) missing.set(found.theme, found.last);
      else missing.delete(found.theme);
    } else if (found.entry === undefined) entries.delete(found.file);
    else entries.set(found.file, found.entry);
  }
  const { folder } = header;
  const bytes = read.bytes.length;
  return { state: 'ok', folder, entries, missing, copies, place, library, bytes, isWhole };
}

/** What a theme was that the index has in a file. */
export function lookOf(entry: IndexEntry | undefined): LastLook | undefined {
  if (entry === undefined) return undefined;
  const { card, stamp, cameBackMs } = entry;
  return { card, modifiedMs: stamp.modifiedMs, ...(cameBackMs !== undefined && { cameBackMs }) };
}

const checksumLength = 16;

function textOf(content: object): string {
  const json = JSON.stringify(content);
  return `${checksum(json)} ${json}\n`;
}

function contentIn(text: string): unknown {
  const json = text.slice(checksumLength + 1);
  if (text.slice(0, checksumLength) !== checksum(json)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function checksum(json: string): string {
  return createHash('sha1').update(json).digest('hex').slice(0, checksumLength);
}
