/** Brings a command's text to whoever reads it, whole. */
import type { Writable } from 'node:stream';

/** Where it goes: the process's own streams. */
export interface Printer {
  stdout: Pick<Writable, 'write' | 'on'>;
  stderr: Pick<Writable, 'write' | 'on'>;
}

/**
 * Resolves when both streams have taken all of it. On Windows and macOS a pipe takes its text after
 * `write` has returned, and what it has not taken when the program ends is lost. Where nobody reads
 * any more (`foyer list | head -1`) it resolves too.
 */
export async function print(
  { out, err }: { out: string; err: string },
  { stdout, stderr }: Printer = process,
): Promise<void> {
  await Promise.all([written(stdout, out), written(stderr, err)]);
}

function written(stream: Printer['stdout'], text: string): Promise<void> {
  return new Promise((resolve) => {
    // A reader that went away is no failure of the command.
    stream.on('error', () => resolve());
    stream.write(text, () => resolve());
  });
}
