import { lstat, readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isTemporaryName } from './durable-write';
import { errorCode } from './storage-error';

/**
 * How many documents' names of a folder lead to nothing that Foyer could open: names that are not
 * UTF-8, and links to what isn't there. A look at the folder passes over them.
 */
export async function countUnfoundNames(folder: string, extension = '.json'): Promise<number> {
  let count = 0;
  for (const bytes of await readdir(folder, { encoding: 'buffer' })) {
    const name = bytes.toString('utf8');
    const isDocument = !name.startsWith('.') && !isTemporaryName(name);
    if (!isDocument || extname(name).toLowerCase() !== extension) continue;
    const isText = Buffer.from(name, 'utf8').equals(bytes);
    if (!isText || (await isDeadLink(join(folder, name)))) count += 1;
  }
  return count;
}

async function isDeadLink(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return false;
    return lstat(path).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
  }
}
