/**
 * The room *library*: theme documents on disk. It owns the library folder's files, what is open of
 * them in memory, the bin and the index.
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { LibraryChange, LibraryProgress, OpenTheme } from '@shared/library';
import type { Problem } from '@shared/problem';
import type { Publication, Theme, ThemeDocument } from '@shared/theme/theme';
import type { DocumentFolder } from '../storage/storage';
import { chosenFolder } from './folder/chosen-folder';
import { libraryHandlers } from './library-handlers';
import { ThemeCollection } from './theme-collection';
import type { SavePace } from './editing/theme-session';
import type { ConnectionRef, DeliveryOf } from './catalogue/theme-card';
import { readStarters, type Starter } from './catalogue/starters';
import type { ShownTheme } from './folder/theme-file';
import type { ThemeNames } from './catalogue/theme-names';

export type { SavePace } from './editing/theme-session';
export type { ConnectionRef, DeliveryOf } from './catalogue/theme-card';
export type { ThemeNames } from './catalogue/theme-names';

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
   * Keeps durably that the library lies in this folder from now on; when it throws, the library
   * stays where it is.
   */
  readonly movedTo?: ((folder: string) => void | Promise<void>) | undefined;
  /** The connections that there are now. */
  readonly connections: () => readonly ConnectionRef[];
  /** What is going on with a delivery; `idle` everywhere by default. */
  readonly deliveryOf?: DeliveryOf | undefined;
  /** The folder of the starter themes, one JSON file each. */
  readonly startersFolder: string;
  /** How themes are called that a person has not named, in the language in use. */
  readonly names: ThemeNames;
  /** The time for `updatedAt` and the bin; never for order. */
  readonly now?: (() => Date) | undefined;
  readonly pace?: SavePace | undefined;
  /** After this much rest in editing a version is kept, in ms; ten minutes by default. */
  readonly pauseMs?: number | undefined;
  /** For tests: how soon a version that could not be kept is tried again, in ms. */
  readonly versionRetryMs?: number | undefined;
  readonly log: LibraryLog;
}

/** A theme that came from elsewhere. */
export interface ImportedTheme {
  readonly name: string;
  readonly tags: readonly string[];
  readonly theme: Theme;
  /** Its pictures are not to be fetched until a person allows it. */
  readonly picturesWait: boolean;
}

/** What came of putting a theme back; `id` and `name` are those that it has now. */
export interface RestoredFromBackup {
  readonly outcome: 'added' | 'same' | 'keptBoth' | 'replaced';
  readonly id: string;
  readonly name: string;
  /** It lost a link to a template that another theme has. */
  readonly isUnlinked: boolean;
}

/** Ends a subscription. */
export type End = () => void;

export interface Library {
  readonly handlers: Handlers<FoyerCalls>['library'];
  /**
   * Reads the folder and begins to watch it. Every handler waits for it, and calls it again when it
   * failed. @throws ProblemError storage…
   */
  start(): Promise<void>;
  /** The list changed: `library.changed`. */
  onChange(listener: (change: LibraryChange) => void): End;
  /** An open theme changed: `library.themeChanged`. */
  onThemeChange(listener: (theme: OpenTheme) => void): End;
  /** How far work over many themes is: `library.progress`. */
  onProgress(listener: (progress: LibraryProgress) => void): End;
  /** The versions of a theme changed: `library.versionsChanged`. */
  onVersionsChange(listener: (id: string) => void): End;

  /**
   * The theme as it is on the disk, after unsaved edits were written.
   * @throws ProblemError notFound, themeReadOnly, storage…
   */
  saved(id: string): Promise<ThemeDocument>;
  /** The theme as it is in memory, to show. @throws ProblemError notFound, fileDamaged */
  current(id: string): Promise<ShownTheme>;
  /**
   * The same with everything that is in its file, to be written elsewhere.
   * @throws ProblemError notFound, fileDamaged; themeReadOnly for one of a newer Foyer
   */
  whole(id: string): Promise<ThemeDocument>;
  /**
   * Keeps what a service holds in the theme's own file, under its `publicationKey`; durable when it
   * resolves. Also for a theme that went to the bin meanwhile.
   * @throws ProblemError notFound, storage…
   */
  setPublication(id: string, key: string, publication: Publication): Promise<void>;

  /**
   * Lets a theme that came from elsewhere fetch its pictures; durable when it resolves.
   * @throws ProblemError notFound, themeReadOnly, storage…
   */
  allowPictures(id: string): Promise<void>;
  /** Forgets what a service holds. @throws ProblemError notFound, themeReadOnly, storage… */
  removePublication(id: string, key: string): Promise<void>;
  /** The theme that was published or linked under that template id at a place. */
  withTemplate(key: string, templateId: string): Promise<string | undefined>;
  /** The folder in which the themes lie now. @throws ProblemError storageLibraryUnknown */
  folder(): string;
  /**
   * The same for showing it to a person: made, where it is still to be made at the first write.
   * @throws ProblemError libraryFolderMissing, libraryFolderForbidden, storage…
   */
  folderToShow(): Promise<string>;
  /**
   * Adds a theme that came from elsewhere, with an id of its own and a name that no other has, and
   * keeps it as a version: one that can't be kept is logged and refuses no import. Durable when it
   * resolves. @throws ProblemError storage…
   */
  addForeign(theme: ImportedTheme): Promise<{ id: string; name: string }>;
  /**
   * Puts back a document of a backup, with its own id where that is free; refused while a file can't
   * be read that may have it. What is added is kept as a version, and so is what is replaced.
   * @throws ProblemError storage…, fileDamaged
   */
  putBack(
    document: ThemeDocument,
    ifDifferent: 'keepBoth' | 'replace',
  ): Promise<RestoredFromBackup>;

  /** Puts a few starter themes in the library when there is no theme in it. Never rejects. */
  addStartersWhenEmpty(): Promise<void>;

  /** To be called when a delivery of the theme changed. */
  deliveryChanged(id: string): void;
  /** To be called when connections came, went or moved. */
  connectionsChanged(): void;
  /** Looks for what the watcher missed; for when a window gets the focus. Never rejects. */
  rescan(): Promise<void>;
  /**
   * Writes everything that is unsaved, for quitting. Resolves with the problems of the themes that
   * could not be saved, empty when all is well. Never rejects.
   */
  flush(): Promise<readonly Problem[]>;
  /**
   * Writes unsaved edits before it returns, for the moment in which the system ends the app. Gives
   * the problems of those that could not be saved.
   */
  flushAtOnce(): readonly Problem[];
  /**
   * Ends watching and all timers; call `flush` before. Edits that came since are on the disk when it
   * returns, as by `flushAtOnce`; from then on every call is refused.
   */
  close(): void;
}

/** The starter themes that an empty library gets, by their ids: a few that differ much. */
const startersForPractice = ['aurora', 'harbour', 'lagoon', 'midnight', 'newsprint', 'osteria'];

export type { ShownTheme };
export { largestThemeFile } from './folder/theme-file';

/** Makes the library; nothing is touched before `start` or the first call. */
export function createLibrary(options: LibraryOptions): Library {
  const changeListeners = new Set<(change: LibraryChange) => void>();
  const themeListeners = new Set<(theme: OpenTheme) => void>();
  const versionsListeners = new Set<(id: string) => void>();
  const progressListeners = new Set<(progress: LibraryProgress) => void>();
  const themes = new ThemeCollection(options, {
    changed: (change) => {
      for (const listener of changeListeners) listener(change);
    },
    themeChanged: (theme) => {
      for (const listener of themeListeners) listener(theme);
    },
    progress: (progress) => {
      for (const listener of progressListeners) listener(progress);
    },
    versionsChanged: (id) => {
      for (const listener of versionsListeners) listener(id);
    },
  });
  let read: Promise<readonly Starter[]> | undefined;
  const starters = (): Promise<readonly Starter[]> => {
    read ??= readStarters(options.startersFolder, (file, reason) => {
      options.log.error('library.starterDamaged', { file, reason });
    });
    return read;
  };
  return {
    handlers: libraryHandlers(themes, starters, options.names, (path) =>
      chosenFolder(path, themes.folder, options),
    ),
    start: () => themes.start(),
    onChange: (listener) => subscribe(changeListeners, listener),
    onThemeChange: (listener) => subscribe(themeListeners, listener),
    onProgress: (listener) => subscribe(progressListeners, listener),
    onVersionsChange: (listener) => subscribe(versionsListeners, listener),
    saved: (id) => themes.saved(id),
    current: (id) => themes.current(id),
    whole: (id) => themes.whole(id),
    setPublication: (id, key, publication) => themes.setPublication(id, key, publication),
    allowPictures: async (id) => {
      const theme = await themes.opened(id);
      theme.allowPictures();
      await theme.saveOrThrow();
    },
    removePublication: (id, key) => themes.removePublication(id, key),
    withTemplate: (key, templateId) => themes.withTemplate(key, templateId),
    folder: () => themes.folder,
    folderToShow: () => themes.folderToShow(),
    addForeign: (theme) => themes.addForeign(theme),
    putBack: (document, ifDifferent) => themes.putBack(document, ifDifferent),
    addStartersWhenEmpty: async () => {
      try {
        if ((await themes.list()).themes.length > 0) return;
        for (const { id, name, theme, tags } of await starters()) {
          if (startersForPractice.includes(id)) await themes.add(name, false, theme, tags);
        }
      } catch (error) {
        options.log.warn('library.startersNotAdded', { error: String(error) });
      }
    },
    deliveryChanged: (id) => {
      themes.deliveryChanged(id);
    },
    connectionsChanged: () => {
      themes.connectionsChanged();
    },
    rescan: () => themes.rescan(),
    flush: () => themes.flush(),
    flushAtOnce: () => themes.flushAtOnce(),
    close: () => {
      themes.close();
    },
  };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): End {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
