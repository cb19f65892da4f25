import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isPlaceholder, placeholderOf, placeholderStamp } from './cloud-placeholder';
import type { FolderEntry } from './document-folder-types';
import { fileStamp, refuse } from './file-read';
import { gone } from './folder-watcher';
import { errorCode, toStorageError } from './storage-error';

/**
 * How a document lies in its folder; `undefined`: gone since the folder was read, or a link to
 * nothing. One that the disk does not let be looked at is there. Never throws.
 */
export async function folderEntry(
  path: string,
  maxBytes: number,
  platform: NodeJS.Platform,
): Promise<FolderEntry | undefined> {
  const name = basename(path);
  const damage = { reason: 'inCloud' } as const;
  try {
    const found = await statIfThere(path);
    if (found === undefined) {
      const putAway = await statIfThere(join(dirname(path), placeholderOf(name)));
      return putAway && { name, stamp: placeholderStamp(putAway), damage };
    }
    if (isPlaceholder(found, platform)) return { name, stamp: placeholderStamp(found), damage };
    const refused = refuse(found, maxBytes);
    return { name, stamp: fileStamp(found), ...(refused === undefined ? {} : { damage: refused }) };
  } catch (error) {
    const { kind } = toStorageError(error, path);
    return { name, stamp: gone, damage: { reason: 'unreadable', kind } };
  }
}

/** Only what is surely absent is: any other failure says nothing of that. */
async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
