/** Reads what a request to the practice service carries. */
import type { IncomingMessage } from 'node:http';

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
