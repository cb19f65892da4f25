import { writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { numberedContent } from './trial-content';

/** The control: the same as the durable writer, with what Node offers. Same arguments. */
async function writeForEver(path: string, size: number, first: number): Promise<void> {
  for (let number = first; ; number += 1) {
    await writeFile(path, numberedContent(number, size));
    writeSync(1, `${String(number)}\n`);
  }
}

const [, , path = '', size = '', first = ''] = process.argv;
void writeForEver(path, Number(size), Number(first));
