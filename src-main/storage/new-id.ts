import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * A new id: UUID version 7 (RFC 9562), lower case, 36 characters. It begins with the time, so ids
 * made later mostly sort later; order that matters comes from sequence numbers all the same.
 */
export function newId(): string {
  // Bytes are handed in, because Node 16 lacks the global that the package would take them from.
  return v7({ random: randomBytes(16) });
}
