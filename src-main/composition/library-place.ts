/** In which folder the library lies: the one that the command names, that a person chose, or the usual one. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LibraryMoved, openPreferences } from '../app/app';

/** The latest moves that are remembered. */
const mostMoves = 20;

type Kept = ReturnType<typeof openPreferences>;

export interface LibraryPlaceParts {
  /** The folder of `--library`. */
  readonly given: string | undefined;
  readonly kept: Pick<
    Kept,
    'libraryFolder' | 'usualFolder' | 'keepUsualFolder' | 'moves' | 'keepFolder'
  >;
  /** The system's folder for documents. */
  readonly documents: () => string;
  readonly warn: (event: string, fields: Record<string, unknown>) => void;
}

/** Where the library lies, from one start to the next. */
export interface LibraryPlace {
  /** @throws StorageError as long as the preferences, which say where it is, can't be read */
  readonly folder: () => string;
  /** The library is in that folder, found at a start. */
  readonly isThere: (folder: string) => void;
  /**
   * A person chose the folder, into which Foyer moved the library that lay in `from`, if it did.
   * @throws StorageError when the next start would not know it
   */
  readonly chosen: (folder: string, from: string | undefined) => void;
}

export function createLibraryPlace({
  given,
  kept,
  documents,
  warn,
}: LibraryPlaceParts): LibraryPlace {
  function usualFolder(): string {
    const usual = join(documents(), 'Foyer themes');
    const before = kept.usualFolder();
    if (before === undefined || before === usual) return usual;
    // The system gave the folder for documents another name, or place; the library went along, and may have left an
    // empty folder, or stayed where it was.
    const hasLibrary = hasThemes(before) || hasThemes(usual) ? hasThemes : existsSync;
    return hasLibrary(before) || !hasLibrary(usual) ? before : usual;
  }
  return {
    folder() {
      if (given === undefined) return kept.libraryFolder() ?? usualFolder();
      // A shortcut, or a start at sign-in, names it as it was called before Foyer itself moved it.
      const moved = kept.moves().find(({ from }) => from === given);
      return moved !== undefined && !hasThemes(given) ? moved.to : given;
    },
    isThere(folder) {
      if (given !== undefined) return;
      try {
        const isUsual = kept.libraryFolder() === undefined;
        if (isUsual && kept.usualFolder() !== folder) kept.keepUsualFolder(folder);
      } catch (error) {
        warn('library.folderNotKept', { error: String(error) });
      }
    },
    chosen(folder, from) {
      kept.keepFolder(
        folder,
        from === undefined ? kept.moves() : withMove(kept.moves(), from, folder),
      );
    },
  };
}

/** Where each library that was moved is now; one that came back to a folder lies there. */
function withMove(moves: readonly LibraryMoved[], from: string, to: string): LibraryMoved[] {
  const others = moves
    .filter((move) => move.from !== from && move.from !== to)
    .map((move) => (move.to === from ? { ...move, to } : move));
  return [...others, { from, to }].slice(-mostMoves);
}

function hasThemes(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.json'));
  } catch {
    // Of one that is there and can't be looked at for a moment, nobody knows that it is empty.
    return existsSync(folder);
  }
}
