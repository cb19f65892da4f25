import { writeSync } from 'node:fs';
import { writeDurably } from './storage';
import { numberedContent } from './trial-content';

/**
 * Writes a file again and again, and says each number once the store says that it is safe.
 * Arguments: path, size, first number.
 */
async function writeForEver(path: string, size: number, first: number): Promise<void> {
  for (let number = first; ; number += 1) {
    await writeDurably(path, numberedContent(number, size));
    writeSync(1, `${String(number)}\n`);
  }
}

const [, , path = '', size = '', first = ''] = process.argv;
void writeForEver(path, Number(size), Number(first));
