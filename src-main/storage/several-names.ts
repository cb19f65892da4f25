import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nameInCloud } from './cloud-placeholder';
import type { FolderEntry } from './document-folder-types';
import { fileNameKey } from './file-name';
import { hasSameInode } from './same-folder';

/**
 * The names of a folder's files as Foyer goes by them: in Unicode's composed form where the volume
 * finds a file under both (macOS lists names decomposed that were written composed), else as listed.
 */
export async function documentNames(folder: string, listed: readonly string[]): Promise<string[]> {
  const all = new Set(listed);
  const names: string[] = [];
  for (const name of listed) {
    const composed = name.normalize('NFC');
    const isOne =
      composed !== name &&
      !all.has(composed) &&
      (await hasSameInode(join(folder, name), join(folder, composed)).catch(() => false));
    names.push(isOne ? composed : name);
  }
  return names;
}

/** Of several names of one file all but one: the one that is no link, then one that is known. */
export async function otherNames(
  folder: string,
  entries: readonly FolderEntry[],
  isKnown: (name: string) => boolean,
): Promise<ReadonlySet<string>> {
  const byInode = new Map<number, string[]>();
  for (const { name, stamp } of entries) {
    const names = byInode.get(stamp.inode);
    if (names === undefined) byInode.set(stamp.inode, [name]);
    else names.push(name);
  }
  const others = new Set<string>();
  for (const names of byInode.values()) {
    if (names.length === 1) continue;
    const isLink = new Map<string, boolean>();
    for (const name of names) isLink.set(name, await isSymbolicLink(join(folder, name)));
    const rank = (name: string): number => (isLink.get(name) ? 2 : 0) + (isKnown(name) ? 0 : 1);
    const [first = '', ...rest] = [...names].sort((one, other) => rank(one) - rank(other));
    for (const name of rest) if (await isOneFile(folder, first, name)) others.add(name);
  }
  return others;
}

/**
 * The documents that events in a folder are about, and those that may be the same under another name.
 *
 * @param listed what lies there now
 * @param known what was seen before, by name
 * @param others the names that were passed over as other names of a known file; brought up to date.
 *   They are looked at each time: the file may have lost its known name, or a save may have made two
 *   files of it, and no event tells of the other name then.
 */
export async function touchedNames(
  folder: string,
  events: readonly string[],
  listed: ReadonlySet<string>,
  known: ReadonlyMap<string, Pick<FolderEntry, 'stamp'>>,
  others: Set<string>,
): Promise<ReadonlySet<string>> {
  const documents = events.map((name) => nameInCloud(name) ?? name);
  const composed = documents.map((name) => (listed.has(name) ? name : name.normalize('NFC')));
  const isGone = (name: string): boolean => known.has(name) && !listed.has(name);
  const isNew = (name: string): boolean => !known.has(name) && listed.has(name);
  const touched = new Set([...composed, ...[...others].filter(isNew)]);
  others.clear();
  // A name that only changed its spelling comes and goes in one: else its end is told alone.
  const keys = new Set([...touched].filter((name) => isGone(name) || isNew(name)).map(fileNameKey));
  if (keys.size === 0) return touched;
  for (const name of [...listed, ...known.keys()]) {
    if (keys.has(fileNameKey(name)) && (isGone(name) || isNew(name))) touched.add(name);
  }
  // Another name of a file that is there already is that file.
  const inodes = new Map<number, string>();
  for (const [name, { stamp }] of known) if (listed.has(name)) inodes.set(stamp.inode, name);
  for (const name of [...touched].filter(isNew)) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    const other = found === undefined ? undefined : inodes.get(found.ino);
    if (other === undefined || !(await isOneFile(folder, name, other))) continue;
    others.add(name);
    touched.delete(name);
    touched.add(other);
  }
  return touched;
}

/**
 * Whether two names of a folder are names of one file. The inode alone is not believed: some file
 * systems give the same one to several files.
 */
export async function isOneFile(folder: string, one: string, other: string): Promise<boolean> {
  const paths = [join(folder, one), join(folder, other)] as const;
  try {
    if (!(await hasSameInode(...paths))) return false;
    if (fileNameKey(one) === fileNameKey(other)) return true;
    const found = await Promise.all(paths.map((path) => lstat(path)));
    return found.some((each) => each.isSymbolicLink() || each.nlink > 1);
  } catch {
    // One of them is gone: then the other is the file.
    return false;
  }
}

async function isSymbolicLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}
