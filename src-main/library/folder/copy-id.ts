/**
 * The ID of a copy that others made of a theme's file: the same on each computer to which a sync program brings the
 * copy. With IDs of their own both would write its file at once, of which the program makes a third one.
 */
import { createHash } from 'node:crypto';
import { fileNameKey, type ContentHash } from '../../storage/storage';

/** What comes before the version in a UUID. */
const mostLeading = 6;

/**
 * UUID version 8 (RFC 9562) of what the copy is a copy of, its file's name, and what it held as it came. A copy is younger
 * than its theme, and sorts after it: it begins with one `ff` more, and a time with none. A copy of a copy of a copy and so
 * on goes by chance from the seventh on.
 */
export function copyId(themeId: string, file: string, hash: ContentHash): string {
  const made = createHash('sha256').update(JSON.stringify([themeId, fileNameKey(file), hash]));
  const bytes = made.digest().subarray(0, 16);
  const leading = (/^(?:ff)*/u.exec(themeId.replaceAll('-', ''))?.[0].length ?? 0) / 2;
  bytes.fill(0xff, 0, Math.min(leading + 1, mostLeading));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}
