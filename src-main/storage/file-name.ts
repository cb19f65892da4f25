import { extname } from 'node:path';

/** Names that Windows keeps for devices, with or without an ending. */
const reserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** In UTF-8; with id and ending it stays far below the 143 bytes of the strictest common disk. */
const longestSlug = 80;

/** How many bytes a name may have on common disks, and on the strictest of them (encrypted ones). */
export const longestNames = { usual: 255, strict: 143 } as const;

/**
 * A theme's or other document's name as part of a file's name: lower case, letters and digits of
 * any script, single hyphens between. Safe on Windows, macOS and Linux. Never parsed again.
 */
export function slug(name: string, fallback = 'theme'): string {
  const words = name
    .normalize('NFKD')
    // Accents of Latin, Greek and Cyrillic; the signs of other scripts are part of their words.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  const cut = trimHyphens(cutToBytes(trimHyphens(words), longestSlug));
  if (cut === '') return fallback;
  return reserved.test(cut) ? `${cut}-${fallback}` : cut;
}

/**
 * The file name of a library document: slug, the first eight characters of its id, `.json`. Those
 * are the time of a UUIDv7 to about a minute, so two documents of one name made together differ
 * by a number instead: `taken` says which names are in use (asked in lower case).
 */
export function libraryFileName(
  name: string,
  id: string,
  taken: (fileName: string) => boolean = () => false,
): string {
  // Ids are any text in files made by hand.
  const base = `${slug(name)}-${slug(id.slice(0, 8), '0')}`;
  let fileName = `${base}.json`;
  for (let count = 2; taken(fileName); count += 1) fileName = `${base}-${String(count)}.json`;
  return fileName;
}

/**
 * `Blue.json`, then `Blue 2.json` and so on. One that would be longer than `longest` bytes loses the
 * end of its own part.
 */
export function numberedFileName(name: string, count: number, longest: number): string {
  const extension = extname(name);
  const ending = count === 1 ? extension : ` ${String(count)}${extension}`;
  const own = extension === '' ? name : name.slice(0, -extension.length);
  return cutToBytes(own, longest - Buffer.byteLength(ending)) + ending;
}

/**
 * What two names have in common that some volumes take for one: composed, in lower case. Equal keys
 * are no proof: other volumes keep the two apart.
 */
export function fileNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function trimHyphens(text: string): string {
  return text.replace(/^-+/, '').replace(/-+$/, '');
}

/** The beginning of a text, in at most `limit` bytes of UTF-8, no character cut apart. */
export function cutToBytes(text: string, limit: number): string {
  let result = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > limit) break;
    result += character;
  }
  return result;
}
