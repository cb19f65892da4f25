/** Builds the parts of the library, in the order in which they need each other. */
import type { LibraryChange, LibraryProgress, OpenTheme } from '@shared/library';
import { BatchOperations } from './batch/batch-operations';
import { Bin } from './bin/bin';
import { BinDisposal } from './bin/bin-disposal';
import { GivenLinks } from './bin/given-links';
import { BackupRestore } from './catalogue/backup-restore';
import { Publications } from './catalogue/publications';
import { ThemeAdding } from './catalogue/theme-adding';
import { ClosedThemes } from './editing/closed-themes';
import { ComingChanges } from './editing/coming-changes';
import { EarlierSessions } from './editing/earlier-sessions';
import { OpenThemes } from './editing/open-themes';
import { usualSavePace } from './editing/save-timer';
import { FolderSwitch } from './folder/folder-switch';
import { LibraryFolder } from './folder/library-folder';
import { LibraryTurns } from './folder/library-turns';
import { MoveJournal } from './folder/move-journal';
import { StartupCleanup } from './folder/startup-cleanup';
import type { ShownTheme } from './folder/theme-file';
import { History } from './history/history';
import { HistoryKeeper, usualPauseMs, usualRetryMs } from './history/history-keeper';
import type { LibraryOptions } from './library-options';

/** Whom the library tells what it does. */
export interface LibraryListeners {
  readonly changed: (change: LibraryChange) => void;
  readonly themeChanged: (theme: OpenTheme) => void;
  readonly themeOpened: (theme: ShownTheme) => void;
  readonly progress: (progress: LibraryProgress) => void;
  readonly versionsChanged: (id: string) => void;
}

/** What the library is made of. */
export interface LibraryParts {
  readonly folder: LibraryFolder;
  readonly folderSwitch: FolderSwitch;
  readonly cleanup: StartupCleanup;
  readonly themes: OpenThemes;
  readonly coming: ComingChanges;
  readonly adding: ThemeAdding;
  readonly backup: BackupRestore;
  readonly publications: Publications;
  readonly batch: BatchOperations;
  readonly bin: Bin;
  readonly disposal: BinDisposal;
  readonly givenLinks: GivenLinks;
  /** Histories are deleted by the bin alone. */
  readonly history: Omit<History, 'forget'>;
  readonly keeper: HistoryKeeper;
  readonly turns: LibraryTurns;
}

/** Makes the parts of a library, each of those before it; none touches anything yet. */
export function buildLibraryParts(
  options: LibraryOptions,
  listeners: LibraryListeners,
): LibraryParts {
  const { profileFolder, connections, names, log } = options;
  const now = options.now ?? (() => new Date());
  const sessions = new EarlierSessions();
  const journal = new MoveJournal(profileFolder);
  const bin = new Bin(profileFolder, now);
  const history = new History(profileFolder, listeners.versionsChanged);
  const folder = new LibraryFolder({
    options,
    bin,
    journal,
    sessions,
    isKnown: async (id) => {
      if (options.isKnownElsewhere?.(id) === true) return true;
      const { versions, unreadable } = await history.list(id);
      return versions.length + unreadable > 0;
    },
    changed: (change) => {
      listeners.changed(change);
      themes.tellOfLinks(change.upserted.map(({ id }) => id));
    },
  });
  const turns = new LibraryTurns(folder);
  const keeper = new HistoryKeeper({
    history,
    pauseMs: options.pauseMs ?? usualPauseMs,
    retryMs: options.versionRetryMs ?? usualRetryMs,
    now,
    connections,
    log,
  });
  const themes: OpenThemes = new OpenThemes({
    folder,
    closed: new ClosedThemes(folder, keeper, now),
    keeper,
    sessions,
    pace: options.pace ?? usualSavePace,
    now,
    connections,
    changed: listeners.themeChanged,
    opened: listeners.themeOpened,
  });
  const coming = new ComingChanges(themes, folder);
  const givenLinks = new GivenLinks({ folder, themes, history, conflictName: names.conflict });
  const adding = new ThemeAdding({ folder, keeper, turns, now });
  const disposal = new BinDisposal({
    bin,
    history,
    whichMayBeInLibrary: () => folder.whichMayBeThere(),
    log,
  });
  const cleanup = new StartupCleanup(folder, bin, disposal, turns, log);
  const folderSwitch = new FolderSwitch({ folder, themes, journal, turns, options });
  folder.onStarted(() => {
    void turns.ofAny(() => folderSwitch.settleMove());
    cleanup.begin();
  });
  return {
    folder,
    folderSwitch,
    cleanup,
    themes,
    coming,
    adding,
    backup: new BackupRestore({ folder, themes, adding, turns }),
    publications: new Publications({
      folder,
      themes,
      coming,
      keeper,
      adding,
      givenLinks,
      conflictName: names.conflict,
      turns,
    }),
    batch: new BatchOperations({
      folder,
      themes,
      adding,
      bin,
      givenLinks,
      turns,
      progress: listeners.progress,
      copyName: names.copy,
      now,
    }),
    bin,
    disposal,
    givenLinks,
    history,
    keeper,
    turns,
  };
}
