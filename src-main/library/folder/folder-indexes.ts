/**
 * The indexes of all folders that the library was in. The one in use is `library-index.jsonl`; those
 * of the other folders lie beside it, each under a name made of its folder's path, until the library
 * is there again, or its library is, under another name of its folder. That of a library in whose folder another one
 * was found lies there too, under its library's ID, until that library turns up.
 */
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  contentHash,
  removeDurably,
  toStorageError,
  writeDurably,
  type FolderPlace,
} from '../../storage/storage';
import type { Bin } from '../bin/bin';
import {
  lookOf,
  readIndexLines,
  type IndexedThemes,
  type IndexRead,
  type LastLook,
  type MissingThemes,
} from './index-lines';

/** The index of the folder that the library lies in. */
export const indexName = 'library-index.jsonl';
const parkedName = /^library-index-[0-9a-f]{16}\.jsonl$/u;

/** One that lies aside, and what it says. */
interface ParkedIndex {
  readonly path: string;
  readonly read: IndexedThemes;
}

/**
 * Puts the index of the folder in its place, and that of another folder aside; resolves with what it
 * says. `library` is the one that was found there by the folder's mark: what was put aside of it is the folder's index,
 * whatever name the folder had then (its files are what they were), and that of another library isn't. Never throws.
 * What the disk refuses is `unread`: written over, an index would be lost to its folder, and one that could not be
 * taken up is not known to be absent.
 */
export async function takeUpIndex(
  profileFolder: string,
  folder: string,
  library: string | undefined,
): Promise<IndexRead> {
  const there = await takeUpOfFolder(profileFolder, folder);
  if (library === undefined || there.state === 'unread' || there.state === 'other') return there;
  const other = there.state === 'ok' ? (there.library ?? library) : undefined;
  if (other === library) return there;
  const [own] = await parkedOf(profileFolder, library);
  if (own === undefined) return there;
  const path = join(profileFolder, indexName);
  if (other !== undefined) {
    const aside = await moveIndex(path, parkedPath(profileFolder, other));
    if (aside === 'refused') return { state: 'unread' };
  }
  const moved = await moveIndex(own.path, path);
  return moved === 'refused' ? { state: 'unread' } : readIndexLines(path);
}

/** The index that was written under the folder's present name. */
async function takeUpOfFolder(profileFolder: string, folder: string): Promise<IndexRead> {
  const path = join(profileFolder, indexName);
  const there = await readIndexLines(path);
  // A newer Foyer looks for its own where it left it.
  if (there.state === 'unread' || there.state === 'other') return there;
  if (there.state === 'ok') {
    if (there.folder === folder) return there;
    const aside = await moveIndex(path, parkedPath(profileFolder, there.folder));
    if (aside === 'refused') return { state: 'unread' };
  }
  switch (await moveIndex(parkedPath(profileFolder, folder), path)) {
    case 'moved':
      return readIndexLines(path);
    // The folder was never the library's.
    case 'absent':
      return { state: 'none' };
    case 'refused':
      return { state: 'unread' };
  }
}

async function moveIndex(from: string, to: string): Promise<'moved' | 'absent' | 'refused'> {
  try {
    await rename(from, to);
    return 'moved';
  } catch (error) {
    return toStorageError(error, from).kind === 'missing' ? 'absent' : 'refused';
  }
}

/**
 * Tells which themes may be in a folder that the library was in before. One that can't be looked at
 * may have any.
 */
export async function themesElsewhere(profileFolder: string): Promise<(id: string) => boolean> {
  const ids = new Set<string>();
  const paths = await parkedIn(profileFolder).catch(() => undefined);
  if (paths === undefined) return () => true;
  for (const path of paths) {
    const read = await readIndexLines(path);
    if (read.state === 'unread' || read.state === 'other') return () => true;
    if (read.state === 'ok') for (const id of idsIn(read)) ids.add(id);
  }
  return (id) => ids.has(id);
}

/** Another library was found in the folder: keeps what the index said of the one that was there. @throws StorageError */
export async function parkIndex(
  profileFolder: string,
  library: string,
  text: string,
): Promise<void> {
  await writeDurably(parkedPath(profileFolder, library), text, { mode: 0o600 });
}

/**
 * The library has turned up in another folder, at `place`, as is known only after the first look there: what was put aside
 * of it is its own. Resolves with all themes that it had, but for those that Foyer deleted; `forget` lets go of what was put
 * aside, once they are noted. Never throws.
 */
export async function takeOverParked(
  profileFolder: string,
  library: string,
  place: FolderPlace | undefined,
  bin: Pick<Bin, 'hasDeleted'>,
): Promise<{ readonly had: MissingThemes; readonly forget: () => Promise<void> }> {
  const had = new Map<string, LastLook | undefined>();
  const parked = await parkedOf(profileFolder, library);
  const hasDeleted = bin.hasDeleted();
  for (const { read } of parked) {
    for (const [file, entry] of read.entries) {
      const { folder } = read;
      const { id } = entry.card;
      const is = await hasDeleted({ id, file, folder, changedMs: entry.stamp.changedMs });
      // What it was at the last, the bin may know.
      const last = is === 'no' ? lookFrom(read, place, lookOf(entry)) : undefined;
      if (is !== 'yes') had.set(id, last);
    }
    for (const [id, last] of missedAt(read, place)) if (!had.has(id)) had.set(id, last);
  }
  const forget = async (): Promise<void> => {
    // One that stays says of themes that they may be there: their histories are kept for nothing.
    for (const { path } of parked) await removeDurably(path).catch(() => undefined);
  };
  return { had, forget };
}

/**
 * The library has left the folder with all that was in it. Resolves with the themes that it missed
 * there, which the new folder, at `place`, misses from now on. Never throws.
 */
export async function forgetFolder(
  profileFolder: string,
  folder: string,
  place: FolderPlace | undefined,
): Promise<MissingThemes> {
  const path = parkedPath(profileFolder, folder);
  const read = await readIndexLines(path);
  if (read.state !== 'ok') return new Map();
  // One that stays says of themes that they may be there: their histories are kept for nothing.
  await removeDurably(path).catch(() => undefined);
  return missedAt(read, place);
}

/** What it missed, for the folder at `place`. */
function missedAt(read: IndexedThemes, place: FolderPlace | undefined): MissingThemes {
  return new Map([...read.missing].map(([id, last]) => [id, lookFrom(read, place, last)]));
}

/** A look at a folder, for one at `place`: of two disks, each tells by its own clock when files were written. */
function lookFrom(
  there: IndexedThemes,
  place: FolderPlace | undefined,
  last: LastLook | undefined,
): LastLook | undefined {
  const isSameDisk = place !== undefined && there.place?.device === place.device;
  return isSameDisk ? last : last && { ...last, modifiedMs: undefined };
}

/** What lies aside of the library, whichever folder it was in. */
async function parkedOf(profileFolder: string, library: string): Promise<ParkedIndex[]> {
  const parked: ParkedIndex[] = [];
  for (const path of await parkedIn(profileFolder).catch(() => [])) {
    const read = await readIndexLines(path);
    if (read.state === 'ok' && read.library === library) parked.push({ path, read });
  }
  return parked;
}

async function parkedIn(profileFolder: string): Promise<string[]> {
  const names = await readdir(profileFolder);
  return names.filter((each) => parkedName.test(each)).map((name) => join(profileFolder, name));
}

/** `of` is a folder, or a library's ID. */
function parkedPath(profileFolder: string, of: string): string {
  return join(profileFolder, `library-index-${contentHash(of).slice(0, 16)}.jsonl`);
}

function idsIn({ entries, missing }: IndexedThemes): Iterable<string> {
  return [...[...entries.values()].map(({ card }) => card.id), ...missing.keys()];
}
