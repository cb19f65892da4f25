/**
 * Turns the text of a foreign file into a value. What could hurt is refused before it is parsed
 * (size, depth, number of entries) or before it is used (keys that reach a prototype).
 */
import type { ImportFault } from '@shared/theme/import-fault';
import { refused } from '@shared/theme/import-refused';
import { sizeLimit, beginningLength, largestImport } from '@shared/theme/import-limits';
import { findJsonFault } from '../storage/storage';
import { buildJson, measureJson, NotJsonError } from './sliced-json';

/** Deeper than any bot's rich text. */
const deepest = 100;
/** A library's own files may hold anything; an engine's stack takes far more. */
const deepestOfBundle = 1_000;
/** Entries of objects and lists. A bot of 10 MB has some 200,000; a big library some million. */
const mostEntries = 500_000;
/** How many entries an export or a backup may have. */
export const mostEntriesOfBundle = 10_000_000;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** The longest piece of a foreign file that is shown, in UTF-16 units. */
const longestShown = 200;

/** No file that Foyer writes has an entry in less than this, in UTF-16 units. */
const shortestEntry = 8;

/**
 * The value in a file's text. Other work has its turn meanwhile, however long the text is.
 * @throws ProblemError importRefused
 */
export async function guardedJson(given: string): Promise<unknown> {
  return bounded(given, (piece, path) => {
    const key = forbiddenKey(piece, path);
    if (key !== undefined) throw refused(key);
  });
}

/**
 * The same, whatever its keys: for a file of which each entry is judged on its own.
 * @throws ProblemError importRefused
 */
export function boundedJson(given: string): Promise<unknown> {
  return bounded(given, () => undefined);
}

async function bounded(
  given: string,
  check: (piece: unknown, path: string) => void,
): Promise<unknown> {
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given;
  const limit = sizeLimit(text.slice(0, beginningLength));
  const bytes = Buffer.byteLength(text, 'utf8');
  if (bytes > limit) throw refused({ reason: 'tooLarge', bytes, limit });
  const fault = notTextual(text);
  if (fault !== undefined) throw refused(fault);
  const bounds =
    limit > largestImport
      ? { depth: deepestOfBundle, entries: entriesOfBundle(text.length) }
      : { depth: deepest, entries: mostEntries };
  const measure = await measureJson(text, bounds);
  if (measure.excess === 'depth') throw refused({ reason: 'tooDeep', limit: bounds.depth });
  if (measure.excess === 'entries') throw refused({ reason: 'tooManyKeys', limit: bounds.entries });
  try {
    return await buildJson(text, measure, check);
  } catch (error) {
    if (error instanceof NotJsonError) throw refused(notJson(text, error));
    throw error;
  }
}

/** As many as a file of that length that Foyer wrote can have: a bomb has far more. */
function entriesOfBundle(length: number): number {
  const most = Math.floor(length / shortestEntry);
  return Math.min(mostEntriesOfBundle, Math.max(mostEntries, most));
}

/** Text, or bytes that were read as text although they were none. */
function notTextual(text: string): ImportFault | undefined {
  if (text.trim() === '') return { reason: 'empty' };
  // UTF-16 and binary files have zeros; a byte that is not UTF-8 at the start was replaced.
  if (text.includes('\0') || text.startsWith('\uFFFD')) return { reason: 'notText' };
  if (/^\s*<(?:!doctype|html|head|body|\?xml)/iu.test(text.slice(0, 1_000))) {
    return { reason: 'webPage' };
  }
  return undefined;
}

/** The place of the first mistake, which only one piece of the text is searched for. */
function notJson(text: string, { opens, from, to }: NotJsonError): ImportFault {
  const found = findJsonFault(`${opens}${text.slice(from, to)}`);
  const { line, column, cutOff } = found ?? { line: 1, column: 1, cutOff: true };
  let linesBefore = 0;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < from; at = text.indexOf('\n', at + 1)) {
    linesBefore += 1;
    lineStart = at + 1;
  }
  return {
    reason: 'notJson',
    line: linesBefore + line,
    column: line === 1 ? from - lineStart + column - opens.length : column,
    // A piece that is right as far as it goes is followed by the mistake.
    cutOff: cutOff && to === text.length,
  };
}

/** The first key that must not be, wherever it stands. The value is not deep: that was counted. */
function forbiddenKey(value: unknown, path: string): ImportFault | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && forbidden.has(key)) {
      return { reason: 'forbiddenKey', at: shortened(path), key };
    }
    if (typeof inner !== 'object') continue;
    const found = forbiddenKey(inner, path === '' ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A piece of a foreign file, short enough to show. */
export function shortened(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}
