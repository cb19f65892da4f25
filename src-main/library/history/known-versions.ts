/** What lies in one theme's folder of versions. */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  mapLimited,
  removeLeftovers,
  StorageError,
  tellDocumentTrouble,
  unreadProblemError,
} from '../../storage/storage';
import { draftName, draftNames } from './draft-files';
import { readHead, type VersionHead } from './history-file';

/** A version, and what is known of it without reading what it holds. */
export interface KeptVersion extends VersionHead {
  /** Grows with each version of the theme, over restarts too; the order is by it alone. */
  readonly version: number;
}

/** One theme's folder, as it is known after the first look that saw all of it. */
export interface Known {
  readonly folder: string;
  /** Oldest first. */
  versions: KeptVersion[];
  /** Damaged, or of a newer Foyer. */
  unreadable: number;
  next: number;
  /** The disk let every file be read. */
  readonly isWhole: boolean;
  /**
   * The files of edits that an earlier run saved and could not keep as a version any more. One of a newer
   * Foyer, and a damaged one, stays as it is.
   */
  earlierDrafts: readonly EarlierDraft[];
}

export interface EarlierDraft {
  readonly path: string;
  /** The version that it becomes. */
  readonly version: number;
}

/** How many files are read at once: one after the other, two hundred of them take 1.6 times as long. */
const readAtOnce = 8;

const fileName = /^\d{12}\.jsonl$/u;

export function pathOf(known: Known, version: number): string {
  return join(known.folder, `${String(version).padStart(12, '0')}.jsonl`);
}

/** Reads the heads of a folder; one that isn't there has none. @throws ProblemError storageNotRead */
export async function look(folder: string): Promise<Known> {
  const versions: KeptVersion[] = [];
  let unreadable = 0;
  let next = 1;
  let isWhole = true;
  const names = await namesIn(folder);
  await removeLeftovers(folder, 0);
  const files = names.filter((name) => fileName.test(name)).sort();
  const heads = await mapLimited(files, readAtOnce, async (name) => ({
    version: Number.parseInt(name, 10),
    head: await readHead(join(folder, name)),
  }));
  for (const { version, head } of heads) {
    // What can't be read has used its number too.
    next = version + 1;
    if (head === 'unread') isWhole = false;
    if (head === 'newer') tellDocumentTrouble({ kind: 'newer', path: dirname(folder) });
    if (head === 'unread' || head === 'damaged' || head === 'newer') unreadable += 1;
    else versions.push({ ...head, version });
  }
  // Each has its place from here on, whenever the disk lets it be read.
  const earlierDrafts = draftNames(names).map((name) => ({
    path: join(folder, name),
    version: next++,
  }));
  return { folder, versions, unreadable, next, isWhole, earlierDrafts };
}

/**
 * Whether a newer Foyer kept versions there.
 * @throws StorageError, ProblemError storageNotRead, when that can't be told
 */
export async function hasNewer(folder: string): Promise<boolean> {
  for (const name of await namesIn(folder)) {
    if (!fileName.test(name) && !draftName.test(name)) continue;
    const head = await readHead(join(folder, name));
    if (head === 'unread') throw new StorageError('notRead', join(folder, name));
    if (head === 'newer') return true;
  }
  return false;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return [];
    throw unreadProblemError(error, folder);
  }
}
