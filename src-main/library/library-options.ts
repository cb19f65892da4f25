/** What the library is given by whoever makes it. */
import type { DocumentFolder } from '../storage/storage';
import type { ConnectionRef } from './catalogue/theme-card';
import type { ThemeNames } from './catalogue/theme-names';
import type { SavePace } from './editing/save-timer';

/** Where the library writes what a person need not see; the storage room's log fits. */
export interface LibraryLog {
  info(event: string, fields?: object): void;
  warn(event: string, fields?: object): void;
  error(event: string, fields?: object): void;
}

export interface LibraryOptions {
  /**
   * The library folder; open it with `maxBytes: largestThemeFile`. Or what finds it, which throws a
   * StorageError about the file that says where as long as that can't be read: until then every call
   * is refused with `storageLibraryUnknown`.
   */
  readonly folder: DocumentFolder | (() => DocumentFolder);
  /** Holds the indexes (`library-index.jsonl`, and those of other folders) and the folder `bin`. */
  readonly profileFolder: string;
  /**
   * Makes the library folder when it isn't there and never was: for the default place. One that was
   * there is missed (an unplugged disk), so it is told and not made.
   */
  readonly makeFolder?: boolean | undefined;
  /** Safe mode: while it says so, nothing is read, and every call is refused with `safeMode`. */
  readonly isHeld?: (() => boolean) | undefined;
  /**
   * Whether the person chose this folder for the library; without it the library stays where it is.
   */
  readonly mayUse?: ((folder: string) => boolean) | undefined;
  /**
   * Keeps durably that the themes in `from` are copied into this folder, in which the library isn't yet. When it throws,
   * nothing is copied.
   */
  readonly moveBegins?: ((folder: string, from: string) => void) | undefined;
  /**
   * Whether `movedTo` kept such a move since its `moveBegins`; without it, a library that lies in the new folder was moved
   * there.
   */
  readonly isMoved?: ((folder: string, from: string) => boolean) | undefined;
  /**
   * Keeps durably that the library lies in this folder from now on, and that it is the one of `from`, where it is: the
   * themes are moved out of there until `moveEnded`, or a person renamed the folder (`isRenamed`). When it throws, the
   * library stays where it is.
   */
  readonly movedTo?:
    | ((folder: string, from: string | undefined, isRenamed: boolean) => void | Promise<void>)
    | undefined;
  /**
   * Told, also again, that no move into this folder is under way any more: nothing of what stayed in the old one is still
   * to go. When it throws, it is told at the next start.
   */
  readonly moveEnded?: ((folder: string) => void) | undefined;
  /** Told at each start in which folder the library is, once that is there. */
  readonly isThere?: ((folder: string) => void) | undefined;
  /** The connections that there are now. */
  readonly connections: () => readonly ConnectionRef[];
  /**
   * Whether something outside the library knows the theme by its id: a service, because a publication waits or may
   * have arrived, or a person, who gave it a star. By default nothing does.
   */
  readonly isKnownElsewhere?: ((themeId: string) => boolean) | undefined;
  /** The folder of the starter themes, one JSON file each. */
  readonly startersFolder: string;
  /** How themes are called that a person has not named, in the language in use. */
  readonly names: ThemeNames;
  /** The time for `updatedAt` (`editTime`) and the bin. */
  readonly now?: (() => Date) | undefined;
  readonly pace?: SavePace | undefined;
  /** After this much rest in editing a version is kept, in ms; ten minutes by default. */
  readonly pauseMs?: number | undefined;
  /** For tests: how soon a version that could not be kept is tried again, in ms. */
  readonly versionRetryMs?: number | undefined;
  /** For tests: so long an end waits for files that are being read to be changed, in ms. */
  readonly readWithinMs?: number | undefined;
  readonly log: LibraryLog;
}
