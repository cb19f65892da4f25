/**
 * The file of one version: two lines of JSON. The first says what it is and is enough for a list;
 * the second is what it holds, which can be a million characters of style sheet.
 */
import { open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import {
  versionContentSchema,
  versionReasonSchema,
  type VersionContent,
} from '@shared/theme-versions';
import { contentHash, readWhole, StorageError, toStorageError } from '../../storage/storage';
import { sortedKeys } from '../editing/theme-patch';

const format = storedFormats.history;
/** Names are short and addresses are bounded: a first line that is longer is none of ours. */
const longestHead = 16 * 1024;
/** Above the largest theme file. */
const largestFile = 64 * 1024 * 1024;

const headSchema = z.object({
  format: z.literal(format),
  /** ISO 8601. */
  at: z.string(),
  reason: versionReasonSchema,
  name: z.string().nullable(),
  /** The `publicationKey` of where it was published. */
  place: z.string().optional(),
  /** The same for every name and theme that mean the same, whatever the order of their keys. */
  same: z.string(),
  /** Of the second line: its length in bytes and its hash, which tell damage. */
  bytes: z.number().int(),
  hash: z.string(),
});

/** What is known of a version without reading what it holds. */
export type VersionHead = z.infer<typeof headSchema>;
/** The part of the head that is about the content alone. */
export type ContentMarks = Pick<VersionHead, 'same' | 'bytes' | 'hash'>;

/** The marks of a content. */
export function marksOf(content: VersionContent): ContentMarks {
  const { name, theme } = content;
  const line = lineOf(content);
  return {
    same: contentHash(JSON.stringify({ name, theme }, sortedKeys)),
    bytes: Buffer.byteLength(line),
    hash: contentHash(line),
  };
}

/** The text of a version's file, of its head and of the second line that this tells of. */
export function writeVersion(head: Omit<VersionHead, 'format'>, line: string): string {
  return `${JSON.stringify({ format, ...head })}\n${line}\n`;
}

/** The second line of a version's file. */
export function lineOf(content: VersionContent): string {
  return JSON.stringify(content);
}

/**
 * The head of a file; `damaged` where it isn't whole or no file, `newer` where a newer Foyer wrote it,
 * `unread` where the disk did not let it be read, so that nobody knows. Never throws.
 */
export async function readHead(
  path: string,
): Promise<VersionHead | 'damaged' | 'newer' | 'unread'> {
  try {
    const handle = await open(path, 'r');
    try {
      const buffer = Buffer.alloc(longestHead);
      const { bytesRead } = await handle.read(buffer, 0, longestHead, 0);
      const end = buffer.subarray(0, bytesRead).indexOf('\n');
      const line = buffer.toString('utf8', 0, end === -1 ? bytesRead : end);
      if (isNewer(line)) return 'newer';
      const head = end === -1 ? undefined : parseHead(line);
      const { size } = await handle.stat();
      // The two ends of lines count too.
      return head !== undefined && size === end + 1 + head.bytes + 1 ? head : 'damaged';
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { kind } = toStorageError(error, path);
    return kind === 'notAFile' || kind === 'missing' ? 'damaged' : 'unread';
  }
}

/** The whole version, or why it is none. @throws StorageError when the disk did not let it be read */
export async function readVersion(path: string): Promise<
  | {
      readonly state: 'ok';
      readonly head: VersionHead;
      readonly content: VersionContent;
      /** The content as it is written there, in whatever order. */
      readonly line: string;
    }
  | { readonly state: 'missing' }
  | { readonly state: 'newer' }
  | { readonly state: 'damaged'; readonly detail: string }
> {
  const file = await readWhole(path, largestFile);
  if (file.state === 'missing') return { state: 'missing' };
  if (file.state === 'damaged') {
    const { damage } = file;
    if (damage.reason === 'unreadable') throw new StorageError('notRead', path);
    return { state: 'damaged', detail: damage.reason };
  }
  const [first = '', second = ''] = file.bytes.toString('utf8').split('\n', 2);
  if (isNewer(first)) return { state: 'newer' };
  const head = parseHead(first);
  if (head === undefined) return { state: 'damaged', detail: 'first line' };
  const isWhole = contentHash(second) === head.hash || isInAnotherOrder(second, head);
  if (!isWhole) return { state: 'damaged', detail: 'checksum' };
  const content = versionContentSchema.safeParse(JSON.parse(second));
  return content.success
    ? { state: 'ok', head, content: content.data, line: second }
    : { state: 'damaged', detail: 'no theme' };
}

/**
 * Whether a second line that its hash does not fit holds what was kept all the same: an earlier Foyer
 * wrote it anew in another order where a version got a name. Of tags nothing tells that they are whole, so
 * that a line with anything but the name and the theme is none.
 */
function isInAnotherOrder(line: string, { same, bytes }: VersionHead): boolean {
  try {
    const { name, theme } = JSON.parse(line) as VersionContent;
    const marks = marksOf({ name, theme });
    return marks.same === same && marks.bytes === bytes;
  } catch {
    // No JSON, so it is damaged: the caller says so.
    return false;
  }
}

/** The only way in which a version's file goes. @throws StorageError, also for a newer Foyer's */
export async function removeVersion(path: string): Promise<void> {
  const head = await readHead(path);
  if (head === 'newer') throw newerVersion(path);
  if (head === 'unread') throw new StorageError('notRead', path);
  await unlink(path).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
  });
}

/** It is a newer Foyer's, as a person is told of the folder of all versions. */
export function newerVersion(path: string): StorageError {
  return new StorageError('newerFormat', dirname(dirname(path)));
}

/**
 * Whether the first line gives a higher format. A newer one may be longer than what was read of it, so
 * that the number is looked for at its beginning, where every format has it.
 */
function isNewer(line: string): boolean {
  const number = /^\{"format":(\d{1,9})[,}]/u.exec(line)?.[1];
  return number !== undefined && Number(number) > format;
}

function parseHead(line: string): VersionHead | undefined {
  try {
    const result = headSchema.safeParse(JSON.parse(line));
    return result.success ? result.data : undefined;
  } catch {
    // No JSON: the caller counts it.
    return undefined;
  }
}
