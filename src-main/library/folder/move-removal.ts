/** How a move of the library removes files, so that none goes of which nothing else holds the theme. */
import { join } from 'node:path';
import {
  contentHash,
  decodeText,
  readWhole,
  removeUnchanged,
  StorageError,
  storageProblemError,
  type ContentHash,
} from '../../storage/storage';
import type { LibraryMove } from './move-journal';
import { documentIn } from './theme-file';

/** What is needed of a move to take back one of its sides. */
export type MovedFiles = Pick<LibraryMove, 'from' | 'to' | 'files'>;

const nothing = contentHash('');

/** Takes the copies away again. Never rejects: one that can't be removed is one file too many and no loss. */
export async function removeCopies({ from, to, files }: MovedFiles): Promise<void> {
  for (const { name, target, hashes } of files) {
    const [copy, original] = [join(to, target), join(from, name)];
    for (const hash of hashes) await removeMoved(copy, hash, original).catch(() => false);
    await removeEmpty(copy, original).catch(() => undefined);
  }
}

/** Removes what a kill leaves on a disk that knows no hard links: the copy's name was taken, and nothing written there. */
async function removeEmpty(copy: string, original: string): Promise<void> {
  const found = await readMoved(copy);
  if (found.state !== 'ok' || found.hash !== nothing) return;
  if ((await readMoved(original)).state === 'ok') await removeUnchanged(copy, nothing);
}

/**
 * The only way in which a move removes a file: one that still holds what was copied, while the
 * other one holds the same, or the same theme as it is since. Tells whether it is gone.
 * @throws ProblemError where one of them can't be had at the moment
 */
export async function removeMoved(
  path: string,
  hash: ContentHash,
  other: string,
): Promise<boolean> {
  const found = await readMoved(path);
  if (found.state === 'missing') return true;
  if (found.state !== 'ok' || found.hash !== hash) return false;
  const twin = await readMoved(other);
  if (twin.state !== 'ok') return false;
  // The name alone says nothing: another program may have put another file in the copy's place.
  if (twin.hash !== hash && !isSameTheme(found.bytes, twin.bytes)) return false;
  try {
    // The look at the other disk may have taken long.
    return (await removeUnchanged(path, hash)) !== 'changed';
  } catch (error) {
    throw storageProblemError(error, path);
  }
}

/** A file of either side. @throws ProblemError where it can't be had at the moment */
export async function readMoved(path: string) {
  const read = await readWhole(path, Number.MAX_SAFE_INTEGER);
  if (read.state === 'damaged' && read.damage.reason === 'unreadable') {
    throw storageProblemError(new StorageError(read.damage.kind, path), path);
  }
  return read;
}

/** Whether both are files of one theme. */
export function isSameTheme(one: Buffer, other: Buffer): boolean {
  const id = themeIdIn(one);
  return id !== undefined && id === themeIdIn(other);
}

function themeIdIn(bytes: Buffer): string | undefined {
  const decoded = decodeText(bytes);
  return decoded.state === 'ok' ? documentIn(decoded.text)?.id : undefined;
}
