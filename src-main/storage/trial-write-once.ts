import { openSync, writeSync } from 'node:fs';
import { writeDurably, StorageError } from './storage';
import { errorCode } from './storage-error';
import { numberedContent } from './trial-content';

/**
 * Writes a file once and says how that ended: `written`, or the kind of the failure. With
 * `no-files-left` as the last argument, all file handles are used up before.
 * Arguments: path, size, number.
 */
async function writeOnce(path: string, size: number, number: number): Promise<string> {
  try {
    return (await writeDurably(path, numberedContent(number, size))).outcome;
  } catch (error) {
    return error instanceof StorageError ? error.kind : String(error);
  }
}

function useUpFiles(): void {
  for (;;) {
    try {
      openSync('/dev/null', 'r');
    } catch (error) {
      if (errorCode(error) === 'EMFILE') return;
      throw error;
    }
  }
}

const [, , path = '', size = '', number = '', last = ''] = process.argv;
if (last === 'no-files-left') useUpFiles();
void writeOnce(path, Number(size), Number(number)).then((outcome) => {
  writeSync(1, outcome);
});
