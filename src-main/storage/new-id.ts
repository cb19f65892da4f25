import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * A new id: UUID version 7 (RFC 9562), lower case, 36 characters. It begins with the time, so ids
 * made later mostly sort later; order that matters comes from sequence numbers all the same.
 */
export function newId(): string {
  // Bytes are handed in, because Node 16 lacks the global that the package would take them from.
  return v7({ random: randomBytes(16) });
}

/** The same id for the same texts on every computer: UUID version 8 (RFC 9562), of their SHA-256. */
export function idOf(...texts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex');
  const [third, fourth] = [`8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`];
  return [hash.slice(0, 8), hash.slice(8, 12), third, fourth, hash.slice(20, 32)].join('-');
}
