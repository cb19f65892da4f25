import type { ContentHash } from './content-hash';
import type { Damage } from './damage';
import type { ExpectedContent } from './place-file';
import type { FileStamp } from './file-read';
import type { StorageError } from './storage-error';

export interface DocumentFolderOptions {
  /** Ending of the documents' names, with the dot; `.json` by default. Case does not matter. */
  readonly extension?: string | undefined;
  /** A larger file is told and not read; 8 MiB by default. */
  readonly maxBytes?: number | undefined;
  /** For tests: the system whose cloud folders are known; this one by default. */
  readonly platform?: NodeJS.Platform | undefined;
  /** How many files are looked at or read at once; 8 by default. */
  readonly concurrency?: number | undefined;
  /** How long a folder must be quiet before a changed file is read, in ms; 150 by default. */
  readonly settleMs?: number | undefined;
  /**
   * A folder that is never quiet is told at the latest after so many ms, but for the files that are
   * just being written, and those after five times as long; 1000 by default.
   */
  readonly latestMs?: number | undefined;
  /**
   * How long after a failed read a file is read again, and after a failed look the folder looked at,
   * in ms; 1000 by default, and twice as long after each further failure. Only while somebody listens.
   */
  readonly retryMs?: number | undefined;
}

/** One file of the folder, not read yet. */
export interface FolderEntry {
  readonly name: string;
  readonly stamp: FileStamp;
  /** Why it is not read by itself: no file, too large, or only in the cloud. */
  readonly damage?: Damage;
}

export type FolderRead =
  | {
      readonly state: 'ok';
      readonly name: string;
      readonly text: string;
      readonly hash: ContentHash;
      readonly stamp: FileStamp;
    }
  | { readonly state: 'missing'; readonly name: string }
  | { readonly state: 'damaged'; readonly name: string; readonly damage: Damage };

export type FolderWrite =
  | { readonly outcome: 'written'; readonly hash: ContentHash }
  | {
      readonly outcome: 'conflict';
      /** What the file holds now; it was left as it is. */
      readonly theirs: ExpectedContent;
      /** The name beside it under which ours was written. */
      readonly conflictName: string;
      /** The hash of ours. */
      readonly hash: ContentHash;
    };

/** The same of what was written at once. */
export type FolderWriteAtOnce =
  | { readonly outcome: 'written'; readonly hash: ContentHash }
  | {
      readonly outcome: 'conflict';
      /** The name beside it under which ours was written. */
      readonly conflictName: string;
      /** The hash of ours. */
      readonly hash: ContentHash;
    };

/** Something that others did to the folder. A new or changed file comes with its content. */
export type FolderChange =
  | { readonly kind: 'changed'; readonly read: FolderRead & { readonly state: 'ok' | 'damaged' } }
  | { readonly kind: 'removed'; readonly name: string };

export interface FolderListener {
  /** Changes made by others, a burst of them together, each file once. */
  readonly changed: (changes: readonly FolderChange[]) => void;
  /** Watching failed, or the folder went away: until it begins again, only `rescan` finds changes. */
  readonly stopped: (error: StorageError) => void;
  /** After that, less and less often until watching begins again: it may now, by a `rescan`. */
  readonly rescanDue: () => void;
}

/** What tells one folder from another that lies at the same path. */
export interface FolderPlace {
  readonly device: number;
  readonly inode: number;
}

/**
 * A flat folder with one JSON document a file, which others (an editor, a sync program, version
 * control) may change at any time. Hidden files, temporary files and other endings are not seen.
 * The folder itself is never made here: a drive that is not plugged in must not come back empty.
 *
 * Where another folder lies in its place all at once, because its disk or what was mounted there went
 * away, nothing is written or removed there, no file counts as gone, and a look throws `missing`.
 *
 * Several names of one file (links, a name that the volume spells in its own way) are one document:
 * device and inode decide, and names are in Unicode's composed form where the volume takes both.
 */
export interface DocumentFolder {
  readonly path: string;
  /** What lay at the path when it was last looked at, written or accepted; before that unknown. */
  place(): FolderPlace | undefined;
  /**
   * The files' names and stamps, nothing read.
   * @throws StorageError `missing` if the folder is not there, `noPermission` and so on
   */
  list(): Promise<readonly FolderEntry[]>;
  /** Reads one file, and downloads one that is only in the cloud; never throws. */
  read(name: string): Promise<FolderRead>;
  /**
   * Whether what was read is still the last that is known of the file: nothing was written by us,
   * and nothing else read, since. What is not current must not be taken over.
   */
  isCurrent(read: FolderRead & { readonly state: 'ok' | 'damaged' }): boolean;
  /**
   * When the file was written by its disk's clock, in ms, as it was when it was last written, listed or
   * told; `undefined` where that is not known any more.
   */
  modifiedMs(name: string): number | undefined;
  /** Reads several, a few at a time; same order. */
  /**
   * A file could not be taken as it was read or told: it is told once more, by the next look, or after
   * a pause that doubles each time.
   */
  tellAgain(name: string): void;
  readMany(names: readonly string[]): Promise<readonly FolderRead[]>;
  /**
   * Writes one file durably. `expected` is the hash from when it was read or last written, or
   * `absent` for a new one; if it holds something else now, ours becomes a conflict copy.
   * @throws StorageError; the old content is whole then
   */
  write(name: string, text: string, expected: ExpectedContent): Promise<FolderWrite>;
  /**
   * Writes one file before it returns, for the moment in which the system ends the app, if it holds
   * one of `expected`; else ours lies beside it. @throws StorageError; the old content is whole then
   */
  writeAtOnce(name: string, text: string, expected: readonly ContentHash[]): FolderWriteAtOnce;
  /**
   * What lies at the path now is the folder, whatever lay there before: a person wants it so. Others
   * are told by the next look that what lay there is gone.
   */
  accept(): Promise<void>;
  /**
   * Removes one file if it still holds what was `expected`; `changed` means that it was left.
   * One that is gone already counts as removed.
   * @throws StorageError
   */
  remove(name: string, expected: ContentHash): Promise<'removed' | 'changed'>;
  /**
   * Tells of changes by others until `close` is called. What was listed or written through this
   * folder is known and is not told; a change that a read met first is told all the same, and what
   * could not be read is told when it can. One listener at a time.
   *
   * Resolves with what lay there when it began, so that one look is enough at a start.
   * @throws StorageError when the folder can't be looked at
   */
  watch(
    listener: FolderListener,
  ): Promise<{ readonly watch: FolderWatch; readonly entries: readonly FolderEntry[] }>;
}

export interface FolderWatch {
  /**
   * Looks at every file and tells what a watcher missed; for when the window gets the focus.
   * Watching that had stopped begins again if it can. Resolves when the listener was told.
   * @throws StorageError if the folder can't be listed
   */
  rescan(): Promise<void>;
  close(): void;
}
