/** What a start says to the Foyer that runs, as it travels in the lock's `additionalData`. */
import type { Asked } from './command-line';

/**
 * The words of a start, the folder and the message travel together; on Linux and macOS more than
 * 32 KiB of them end the Foyer that runs (seen on Electron 25: it is killed as one that hangs).
 */
export const longestHandedOver = 31_000;

/**
 * JSON in ASCII, of one byte a letter. A text of two-byte letters may arrive as nothing at all,
 * depending on where it happens to lie in the message (seen on Electron 25, with other letters and
 * with plain ones that the engine keeps in two bytes).
 */
export function startMessage(asked: Asked, callId: string | undefined): string {
  // JSON leaves out a key without a value, and what is left out is not what was asked.
  const whole = (_key: string, value: unknown) => (value === undefined ? null : value);
  const escaped = JSON.stringify({ asked, ...(callId !== undefined && { callId }) }, whole).replace(
    // Each half of an emoji by itself, as JSON writes them.
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.from(escaped, 'latin1').toString('latin1');
}

/** Whether a start can be handed over: it must not even be tried with more. */
export function canHandOver(words: readonly string[], folder: string, message: string): boolean {
  const bytes = [...words, folder, message].reduce(
    (sum, text) => sum + Buffer.byteLength(text) + 1,
    0,
  );
  return process.platform === 'win32' || bytes <= longestHandedOver;
}
