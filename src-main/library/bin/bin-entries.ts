/** How the bin's entries are named: by the theme that was deleted, so that those of one are found by their names. */
import { contentHash } from '../../storage/storage';

const hashLength = 32;
/** The hash of the theme's id, how many deletions came before, and chance: no name comes twice. */
export const entryName = /^([0-9a-f]{32})(?:-(\d{6,})-[0-9a-f]{16})?$/u;

/** Entries by the hashes of their themes' ids. */
export type EntriesByHash = ReadonlyMap<string, string[]>;

/** The entries of each theme. */
export function entriesByHash(entries: readonly string[]): EntriesByHash {
  const byHash = new Map<string, string[]>();
  for (const entry of entries) {
    const hash = entry.slice(0, hashLength);
    const same = byHash.get(hash);
    if (same === undefined) byHash.set(hash, [entry]);
    else same.push(entry);
  }
  return byHash;
}

/** The entries as one look for many themes found them. @throws StorageError */
export type Listed = () => Promise<EntriesByHash>;

/** The entries, looked up when they are first asked for, and again only where that failed. */
export function lookedUpOnce(entries: () => Promise<readonly string[]>): Listed {
  let names: Promise<EntriesByHash> | undefined;
  return () => {
    names ??= entries()
      .then(entriesByHash)
      .catch((error: unknown) => {
        names = undefined;
        throw error;
      });
    return names;
  };
}

/** Ids are any text in files made by hand, so they are no file names. */
export function hashOf(id: string): string {
  return contentHash(id).slice(0, hashLength);
}

/** The order of a theme's deletions; an earlier Foyer kept only one, without a number. */
export function numberOf(entry: string): number {
  const number = entryName.exec(entry)?.[2];
  return number === undefined ? -1 : Number(number);
}
