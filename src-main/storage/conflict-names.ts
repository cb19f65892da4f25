import { basename, dirname, extname, join } from 'node:path';
import { localDay } from '@shared/local-day';
import { cutToBytes, longestNames } from './file-name';
import { errorCode } from './storage-error';

/** The paths that a copy of ours may have, tried one after the other until one is free. */
export interface ConflictNames {
  /** The path to try now. */
  next(): string;
  /** Something lies at that path. */
  isTaken(): void;
  /** It could not be written there. @throws `error`, where a shorter name would not help either */
  failed(error: unknown): void;
}

/** Names beside `path`, as `conflictName` makes them. */
export function conflictNames(path: string): ConflictNames {
  let attempt = 1;
  let isStrict = false;
  return {
    next() {
      const longest = isStrict ? longestNames.strict : longestNames.usual;
      return join(dirname(path), conflictName(basename(path), new Date(), attempt, longest));
    },
    isTaken() {
      attempt += 1;
    },
    failed(error) {
      if (errorCode(error) !== 'ENAMETOOLONG' || isStrict) throw error;
      isStrict = true;
    },
  };
}

/**
 * `Blue.json` → `Blue (conflict 2026-11-21 0930).json`, local time; no colon, for Windows. A name
 * that would be longer than `longest` bytes loses the end of its own part.
 */
export function conflictName(name: string, at: Date, attempt: number, longest: number): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const time = `${two(at.getHours())}${two(at.getMinutes())}`;
  const extension = extname(name);
  const again = attempt === 1 ? '' : ` ${String(attempt)}`;
  const mark = ` (conflict ${localDay(at)} ${time}${again})${extension}`;
  return cutToBytes(basename(name, extension), longest - Buffer.byteLength(mark)) + mark;
}
