import { createHash } from 'node:crypto';

/** SHA-256 of a file's bytes, lower-case hexadecimal, 64 characters. */
export type ContentHash = string;

/** The hash that tells one content of a file from another. Text is taken as UTF-8. */
export function contentHash(content: Uint8Array | string): ContentHash {
  return createHash('sha256').update(content).digest('hex');
}
