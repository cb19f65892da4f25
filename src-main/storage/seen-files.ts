/** What is known of a folder's files since they were looked at last, by which a change is told. */
import type { ContentHash } from './content-hash';
import { sameStamp, type FileStamp } from './file-read';
import { gone } from './folder-watcher';

interface SeenFile {
  readonly stamp: FileStamp;
  /** Absent as long as the file was only listed. */
  readonly hash?: ContentHash;
  /** When that was found out, in looks at the folder. */
  readonly look: number;
}

/** The files of a folder as they were last seen, which is what its listener knows of them. */
export class SeenFiles {
  readonly #files = new Map<string, SeenFile>();
  /** Counts the looks at the folder: what became known since one began is no news to it. */
  #looks = 0;

  get all(): ReadonlyMap<string, SeenFile> {
    return this.#files;
  }

  get(name: string): SeenFile | undefined {
    return this.#files.get(name);
  }

  /** What is noted from now on was found out by this look, or later. */
  beginLook(): number {
    this.#looks += 1;
    return this.#looks;
  }

  note(name: string, seen: Omit<SeenFile, 'look'>): void {
    this.#files.set(name, { ...seen, look: this.#looks });
  }

  /** Whatever lies there next is to be told, also where it is the same again. */
  noteUnknown(name: string): void {
    this.note(name, { stamp: gone });
  }

  /** The same; since which look the file is known does not change. */
  outdate(name: string): void {
    const seen = this.#files.get(name);
    if (seen !== undefined) this.#files.set(name, { stamp: gone, look: seen.look });
  }

  forget(name: string): void {
    this.#files.delete(name);
  }

  /** Notes what a list has, and forgets what it lacks. */
  noteListed(entries: readonly { readonly name: string; readonly stamp: FileStamp }[]): void {
    const present = new Set(entries.map(({ name }) => name));
    for (const name of [...this.#files.keys()]) if (!present.has(name)) this.forget(name);
    for (const { name, stamp } of entries)
      if (!this.isSame(name, stamp)) this.note(name, { stamp });
  }

  /** Whether the file looks as it did when it was seen last. */
  isSame(name: string, stamp: FileStamp): boolean {
    return isSeen(this.#files.get(name), stamp);
  }
}

/** Nothing is known of a file that could not be looked at, however often. */
export function isSeen(seen: SeenFile | undefined, stamp: FileStamp): boolean {
  return seen !== undefined && seen.stamp !== gone && sameStamp(seen.stamp, stamp);
}
