import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode, StorageError } from './storage-error';

/** The system's own limit on Linux; a longer chain is a loop. */
const longestChain = 40;

/**
 * The file that a path means: symbolic links at its end are followed, a link to a file that is
 * not there yet included. A rename onto the link itself would replace the link.
 */
export async function linkTarget(path: string): Promise<string> {
  let target = resolve(path);
  for (let hops = 0; hops < longestChain; hops += 1) {
    if (!(await isLink(target))) return target;
    try {
      return await realpath(target);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
    // It leads to nothing yet. What is relative in it starts from where the link really lies.
    target = resolve(await realpath(dirname(target)), await readlink(target));
  }
  throw new StorageError('other', path);
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
