import { contentHash } from './content-hash';
import type { Damage } from './damage';
import { findJsonFault } from './json-fault';
import { StorageError } from './storage-error';

/** A zod schema, or any function that returns the checked value or throws. */
export type Parser<T> = { parse(input: unknown): T } | ((input: unknown) => T);

/** An object as it came out of JSON, nothing known about its fields. */
export type JsonObject = Record<string, unknown>;

/** What a kind of document looks like, and how older ones become it. */
export interface DocumentKind<T extends object> {
  /** The number in the field `format` of what this version writes; counts up from 1. */
  readonly format: number;
  /**
   * Checks the whole object, `format` included. A loose schema keeps fields that it does not
   * know, and they are written again.
   */
  readonly schema: Parser<T>;
  /** Turns an object of the older format `from` into one of `format`; the schema checks it. */
  readonly migrate?: ((old: JsonObject, from: number) => unknown) | undefined;
}

export type Interpreted<T> =
  | {
      readonly state: 'ok';
      readonly value: T;
      /** The format it was in, when an older one was brought up to date in memory. */
      readonly migratedFrom?: number;
    }
  | { readonly state: 'damaged'; readonly damage: Damage }
  | {
      readonly state: 'newer';
      readonly format: number;
      /** Everything in it, unchecked, to show what can be shown. */
      readonly content: JsonObject;
    };

/** Turns text into a value of a schema; throws what the schema throws. */
export function parseWith<T>(schema: Parser<T>, input: unknown): T {
  return typeof schema === 'function' ? schema(input) : schema.parse(input);
}

export type DecodedText =
  | { readonly state: 'ok'; readonly text: string }
  | { readonly state: 'damaged'; readonly damage: Damage };

/** UTF-8 bytes as text, a byte order mark left out; says why if they aren't text at all. */
export function decodeText(bytes: Buffer): DecodedText {
  if (bytes.byteLength === 0) return { state: 'damaged', damage: { reason: 'empty' } };
  if (bytes.every((byte) => byte === 0)) return { state: 'damaged', damage: { reason: 'zeroed' } };
  const text = bytes.toString('utf8');
  const wrong = firstDifference(bytes, Buffer.from(text, 'utf8'));
  if (wrong !== undefined) return { state: 'damaged', damage: { reason: 'notText', byte: wrong } };
  return { state: 'ok', text: text.startsWith('\uFEFF') ? text.slice(1) : text };
}

/** A byte that is not UTF-8 does not survive the way to text and back. */
function firstDifference(one: Buffer, other: Buffer): number | undefined {
  if (one.equals(other)) return undefined;
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at === -1 ? one.byteLength : at;
}

/** Reads a document's bytes. Never throws: what can't be read says why. */
export function interpretDocument<T extends object>(
  bytes: Buffer,
  kind: DocumentKind<T>,
): Interpreted<T> {
  const decoded = decodeText(bytes);
  if (decoded.state !== 'ok') return decoded;
  const object = parseObject(decoded.text);
  if (object.state !== 'ok') return object;

  const { [checksumField]: checksum, ...content } = object.value;
  const { format } = content;
  if (typeof format !== 'number' || !Number.isSafeInteger(format) || format < 1) {
    return damaged({ reason: 'noFormat' });
  }
  if (checksum !== undefined && !checksumMatches(content, checksum)) {
    return damaged({ reason: 'changedBytes' });
  }
  if (format > kind.format) return { state: 'newer', format, content };
  if (format < kind.format && kind.migrate === undefined) {
    return damaged({ reason: 'oldFormat', format });
  }
  try {
    if (format === kind.format) return { state: 'ok', value: parseWith(kind.schema, content) };
    const migrated = kind.migrate?.(content, format);
    return { state: 'ok', value: parseWith(kind.schema, migrated), migratedFrom: format };
  } catch (error) {
    return damaged(wrongShape(error));
  }
}

/**
 * A document's text: JSON of two spaces, `format` first, a line break at the end. With
 * `checksum`, the last field is one over all others, so that a flipped bit is noticed: for
 * documents that only Foyer writes.
 *
 * @throws StorageError `newerFormat` for a value of a higher format: written down with this number
 *   it would claim to be what this version understands, and lose what it does not.
 */
export function writeDocumentText(
  value: object,
  format: number,
  options: { readonly checksum?: boolean } = {},
): string {
  const { format: itsOwn } = value as { readonly format?: unknown };
  if (typeof itsOwn === 'number' && itsOwn > format) throw new StorageError('newerFormat', '');
  const fields = Object.entries(value).filter(([key]) => key !== 'format' && key !== checksumField);
  const ordered = { format, ...Object.fromEntries(fields) };
  if (options.checksum !== true) return `${JSON.stringify(ordered, null, 2)}\n`;
  // Through text and back, so that what is summed is what a reader will have.
  const asRead = JSON.parse(JSON.stringify(ordered)) as JsonObject;
  return `${JSON.stringify({ ...asRead, [checksumField]: checksumOf(asRead) }, null, 2)}\n`;
}

/** Its own name, so that a `checksum` that someone else put into a document stays theirs. */
const checksumField = 'foyerChecksum';

function checksumOf(content: JsonObject): string {
  return `sha256:${contentHash(JSON.stringify(content))}`;
}

function checksumMatches(content: JsonObject, checksum: unknown): boolean {
  try {
    return checksumOf(content) === checksum;
  } catch {
    // Nested deeper than the engine can write: nothing that Foyer wrote.
    return false;
  }
}

type ParsedObject =
  | { readonly state: 'ok'; readonly value: JsonObject }
  | { readonly state: 'damaged'; readonly damage: Damage };

function parseObject(text: string): ParsedObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const fault = findJsonFault(text) ?? { line: 1, column: 1, cutOff: false };
    return damaged({ reason: 'notJson', ...fault });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return damaged({ reason: 'wrongShape', at: '', detail: 'not an object' });
  }
  return { state: 'ok', value: value as JsonObject };
}

function damaged(damage: Damage): { readonly state: 'damaged'; readonly damage: Damage } {
  return { state: 'damaged', damage };
}

/** The first thing that a zod error names; other errors have only their message. */
function wrongShape(error: unknown): Damage {
  const detail = error instanceof Error ? error.message : String(error);
  if (typeof error === 'object' && error !== null && 'issues' in error) {
    const issues: readonly unknown[] = Array.isArray(error.issues) ? error.issues : [];
    const [first] = issues;
    if (typeof first === 'object' && first !== null && 'path' in first && 'message' in first) {
      const path: readonly unknown[] = Array.isArray(first.path) ? first.path : [];
      return { reason: 'wrongShape', at: path.join('.'), detail: String(first.message) };
    }
  }
  return { reason: 'wrongShape', at: '', detail };
}
