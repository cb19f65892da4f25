/**
 * Turns the text of a foreign file into a value. What could hurt is refused before it is parsed
 * (size, depth, number of entries) or before it is used (keys that reach a prototype).
 */
import { refused, type ImportFault } from '@shared/theme/import-fault';
import { sizeLimit, beginningLength, largestImport } from '@shared/theme/import-limits';
import { findJsonFault } from '../storage/storage';

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

/**
 * The value in a file's text.
 * @throws ProblemError importRefused
 */
export function guardedJson(given: string): unknown {
  const value = boundedJson(given);
  const key = forbiddenKey(value);
  if (key !== undefined) throw refused(key);
  return value;
}

/**
 * The same, whatever its keys: for a file of which each entry is judged on its own.
 * @throws ProblemError importRefused
 */
export function boundedJson(given: string): unknown {
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given;
  const limit = sizeLimit(text.slice(0, beginningLength));
  const bytes = Buffer.byteLength(text, 'utf8');
  if (bytes > limit) throw refused({ reason: 'tooLarge', bytes, limit });
  const isBundle = limit > largestImport;
  const fault =
    notTextual(text) ??
    (isBundle
      ? tooMuch(text, mostEntriesOfBundle, deepestOfBundle)
      : tooMuch(text, mostEntries, deepest));
  if (fault !== undefined) throw refused(fault);
  return parsed(text);
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

/** Depth and number of entries, counted on the text: nothing is built yet that could be too large. */
function tooMuch(text: string, most: number, deepest: number): ImportFault | undefined {
  let depth = 0;
  let entries = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isInString = false;
      continue;
    }
    if (code === 0x22) isInString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) return { reason: 'tooDeep', limit: deepest };
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === 0x2c) {
      entries += 1;
      if (entries > most) return { reason: 'tooManyKeys', limit: most };
    }
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { line, column, cutOff } = findJsonFault(text) ?? { line: 1, column: 1, cutOff: false };
    throw refused({ reason: 'notJson', line, column, cutOff });
  }
}

/** The first key that must not be, wherever it stands. The value is not deep: that was counted. */
function forbiddenKey(value: unknown, path = ''): ImportFault | undefined {
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
