/**
 * A disk that can't read documents for a while, under the real app: a small library between it and the
 * system (`failing-reads.c`), made by the C compiler of this computer.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

export const codes = ['EIO', 'EBUSY', 'EMFILE'] as const;
/** Where on the way to the bytes it fails, as the library numbers it. */
export const places = { open: 1, read: 2 } as const;

export interface FailingReads {
  /** What a program that is started has to have in its environment. */
  readonly env: Record<string, string>;
  /** From now on no JSON file under the folder can be read. */
  fail(code: (typeof codes)[number], place: keyof typeof places): void;
  /** From now on all can be read. Returns how many reads failed until then. */
  heal(): number;
}

/** Makes the library, and what tells it when to fail, in a folder of the test's own. */
export function failingReads(own: string, folder: string): FailingReads {
  const made = join(own, 'failing-reads.so');
  const source = join(import.meta.dirname, 'failing-reads.c');
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-o', made, source, '-ldl']);
  const page = join(own, 'failing-reads');
  writeFileSync(page, new Uint8Array(4_096));
  const write = (error: number, place: number): void => {
    const bytes = Buffer.alloc(4_092);
    bytes.writeInt32LE(error, 0);
    bytes.writeInt32LE(place, 4);
    bytes.write(`${folder}/`, 8);
    const file = openSync(page, 'r+');
    // What failed so far is counted before it.
    writeSync(file, bytes, 0, bytes.length, 4);
    closeSync(file);
  };
  const failed = (): number => {
    const bytes = Buffer.alloc(4);
    const file = openSync(page, 'r');
    readSync(file, bytes, 0, 4, 0);
    closeSync(file);
    return bytes.readUInt32LE(0);
  };
  let before = 0;
  return {
    env: { LD_PRELOAD: made, FOYER_FAILING_READS: page },
    fail(code, place) {
      before = failed();
      write(constants.errno[code], places[place]);
    },
    heal() {
      write(0, 0);
      return failed() - before;
    },
  };
}
