/** Everything that belongs to the folder in which the library lies now, made together. */
import { basename } from 'node:path';
import type { LibraryChange, ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { StorageError, type DocumentFolder, type FolderWatch } from '../../storage/storage';
import type { Bin } from '../bin/bin';
import { BinMoves } from '../bin/bin-moves';
import { LibraryBin } from '../bin/library-bin';
import { withoutOwnedLinks } from '../catalogue/template-owners';
import { summaryOf, type ThemeCard } from '../catalogue/theme-card';
import { ThemeCatalogue } from '../catalogue/theme-catalogue';
import type { EarlierSessions } from '../editing/earlier-sessions';
import type { LibraryOptions } from '../library-options';
import { FolderState } from './folder-state';
import { FolderSync } from './folder-sync';
import type { KnownLibraries } from './known-libraries';
import { LibraryIndex } from './library-index';
import type { MoveJournal } from './move-journal';
import { UnmadeFolder } from './unmade-folder';

/** Everything that belongs to the folder in which the themes lie now. */
export interface CurrentFolder {
  readonly folder: DocumentFolder;
  readonly unmade: UnmadeFolder;
  readonly state: FolderState;
  readonly sync: FolderSync;
  readonly bin: LibraryBin;
  readonly moves: BinMoves;
  /** Files that a move brought and that had their themes' ids before: another one is a copy. */
  readonly owners: ReadonlySet<string>;
  watch: FolderWatch | undefined;
}

/** What the folder needs of the library. */
export interface LibraryFolderParts {
  readonly options: LibraryOptions;
  readonly bin: Bin;
  readonly journal: MoveJournal;
  readonly sessions: EarlierSessions;
  /** Whether a history or the outbox knows a theme by its id. @throws ProblemError storage… */
  readonly isKnown: (id: string) => Promise<boolean>;
  readonly changed: (change: LibraryChange) => void;
}

/** What one that takes the place of another goes on from. */
export interface Beginning {
  /** The catalogue's last one: windows count on revisions that only grow. */
  readonly revision?: number;
  readonly owners?: ReadonlySet<string> | undefined;
}

/** What happens to the folder. */
interface FolderEvents {
  /** Foyer made the folder that was missing. */
  readonly made: (current: CurrentFolder) => Promise<void>;
  /** Somebody else did. */
  readonly appeared: () => Promise<void>;
  /** What changed since the index was written may be written now. */
  readonly indexDue: () => void;
}

/** The folder that is given. @throws ProblemError storageLibraryUnknown where it isn't known which that is */
export function givenFolder(given: LibraryOptions['folder']): DocumentFolder {
  if (typeof given !== 'function') return given;
  try {
    return given();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const file = basename(error.path);
    throw new ProblemError({ code: 'storageLibraryUnknown', file }, { cause: error });
  }
}

/** What belongs to a folder, of which nothing is read yet. */
export function currentFolder(
  given: DocumentFolder,
  { options, bin, sessions, isKnown, changed }: LibraryFolderParts,
  libraries: KnownLibraries,
  { revision = 0, owners = new Set() }: Beginning,
  events: FolderEvents,
): CurrentFolder {
  const { profileFolder, log, names } = options;
  const unmade = new UnmadeFolder(given, {
    made: () => events.made(current),
    appeared: events.appeared,
  });
  const { folder } = unmade;
  const summary = (card: ThemeCard): ThemeSummary =>
    summaryOf(withoutOwnedLinks(card, state).document, options.connections());
  const catalogue = new ThemeCatalogue(summary, changed, revision);
  const index = new LibraryIndex(
    profileFolder,
    folder.path,
    (error) => {
      log.warn('library.indexNotWritten', { error: String(error) });
    },
    {
      recall: (noted) => {
        sync.recallCopies(noted);
      },
      putOver: (themes) => {
        sync.recallPutOver(themes);
        state.indexSoon();
      },
    },
  );
  const state: FolderState = new FolderState(folder, catalogue, index, events.indexDue, sessions);
  const ofHere = new LibraryBin(bin, libraries, folder.path);
  const sync = new FolderSync(state, names, log, isKnown, ofHere);
  const moves = new BinMoves(state, sync, ofHere, names.untitled);
  const parts = { folder, unmade, state, sync, bin: ofHere, moves, owners };
  const current: CurrentFolder = { ...parts, watch: undefined };
  return current;
}

/**
 * Reads the folder's index. By the folder's mark a library is known whatever name the folder has by now; one that is not
 * there is known by its path. Never rejects.
 */
export async function loadIndex(
  { folder: { path }, state: { index } }: CurrentFolder,
  libraries: KnownLibraries,
): Promise<void> {
  const known = libraries.lastingId(path);
  const mark = await libraries.markOf(path);
  const isFound = libraries.withMark(mark) !== undefined;
  if (isFound) libraries.found(path, mark);
  await index.load(isFound ? libraries.lastingId(path) : undefined, known);
}
