/** The files of a log of lines: their names, and what is in them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readWhole } from './file-read';
import { errorCode, StorageError, toStorageError } from './storage-error';

/** Where a log's segments lie, and what their names begin with. */
export interface SegmentNames {
  readonly folder: string;
  readonly name: string;
  readonly format?: number | undefined;
}

export interface Segment {
  readonly path: string;
  /** The sequence number at which it began; it is in the file's name. */
  readonly first: number;
  readonly format: number;
}

export const newline = 0x0a;

/** Oldest first, those of a newer format too. @throws StorageError if the folder can't be listed */
export async function segmentsIn({ folder, name }: SegmentNames): Promise<Segment[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw toStorageError(error, folder);
  }
  return names
    .flatMap((file) => {
      const rest = file.startsWith(`${name}-`) ? file.slice(name.length + 1) : '';
      const [, format = '1', first] = /^(?:f([1-9]\d{0,5})-)?(\d{12})\.jsonl$/u.exec(rest) ?? [];
      if (first === undefined) return [];
      return [{ path: join(folder, file), first: Number(first), format: Number(format) }];
    })
    .sort((one, other) => one.first - other.first);
}

/** Where the segment lies that begins with a sequence number. */
export function segmentPath({ folder, name, format = 1 }: SegmentNames, first: number): string {
  const mark = format === 1 ? '' : `f${String(format)}-`;
  return join(folder, `${name}-${mark}${String(first).padStart(12, '0')}.jsonl`);
}

export interface Line {
  readonly text: string;
  readonly offset: number;
  readonly bytes: number;
}

/** The lines of a segment. Undefined if it is no file; the failure if the disk does not let it be read just now. */
export async function readLines(segment: Segment): Promise<Line[] | StorageError | undefined> {
  const file = await readWhole(segment.path, Number.MAX_SAFE_INTEGER);
  if (file.state === 'missing') return [];
  if (file.state === 'damaged') {
    const { damage } = file;
    return damage.reason === 'unreadable' ? new StorageError(damage.kind, segment.path) : undefined;
  }
  const lines: Line[] = [];
  let offset = 0;
  while (offset < file.bytes.byteLength) {
    const found = file.bytes.indexOf(newline, offset);
    const end = found === -1 ? file.bytes.byteLength : found;
    const text = file.bytes.toString('utf8', offset, end);
    if (end > offset) lines.push({ text, offset, bytes: end - offset });
    offset = end + 1;
  }
  return lines;
}

/** The record in a line; undefined for one that is torn or damaged. */
export function parseLine(
  text: string,
): { readonly sequence: number; readonly record: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Torn or damaged: the caller counts it.
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('sequence' in value) || !('record' in value)) return undefined;
  const { sequence, record } = value;
  // Twelve digits are what a segment's name holds.
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence)) return undefined;
  if (sequence < 1 || sequence > 999_999_999_999) return undefined;
  return { sequence, record };
}
