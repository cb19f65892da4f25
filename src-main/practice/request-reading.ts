/** What a request to the practice service carries: its body, and its token. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TokenPresentation } from '@shared/connection';

/** Larger bodies are refused (service-api, *Seen on a real service*). */
const maxBodyBytes = 1024 * 1024;

/** `undefined`: it is too large; the rest of it is not read. */
export function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= maxBodyBytes) chunks.push(chunk);
      else {
        request.pause();
        resolve(undefined);
      }
    });
    request.once('end', () => {
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
    request.once('error', reject);
    request.once('close', () => {
      reject(new Error('the connection closed in the middle of the request'));
    });
  });
}

/** Whether a request presents the token as it has to. */
export function judgeToken(
  { headers }: IncomingMessage,
  presentation: TokenPresentation,
  token: string,
): 'right' | 'wrong' | 'missing' {
  if (presentation.kind === 'none') return 'right';
  const { header, scheme } =
    presentation.kind === 'bearer' ? { header: 'authorization', scheme: 'Bearer' } : presentation;
  const value = headers[header.toLowerCase()];
  if (typeof value !== 'string') return 'missing';
  const expected = Buffer.from(scheme === '' ? token : `${scheme} ${token}`);
  const given = Buffer.from(value);
  const isRight = given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
  return isRight ? 'right' : 'wrong';
}
