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
    'libraryFolder' | 'usualFolder' | 'keepUsualFolder' | 'moves' | 'keepFolder' | 'keepMoves'
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
   * Foyer copies the library in `from` into the folder: what comes to lie there is no library yet.
   * @throws StorageError when the next start would not know it
   */
  readonly moveBegins: (folder: string, from: string) => void;
  /**
   * Whether the library in `from` was moved into the folder since that move began.
   * @throws StorageError, as `folder`
   */
  readonly isMoved: (folder: string, from: string) => boolean;
  /**
   * A person chose the folder. It has the library that lay in `from`, if there is one: Foyer moves that there, or it is
   * what the folder is called now (`isRenamed`).
   * @throws StorageError when the next start would not know it
   */
  readonly chosen: (folder: string, from: string | undefined, isRenamed?: boolean) => void;
  /**
   * No move into that folder is under way any more.
   * @throws StorageError when the next start would not know it
   */
  readonly moveEnded: (folder: string) => void;
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
      // A shortcut, or a start at sign-in, names it as it was called before Foyer moved it, or a person renamed it.
      const moved = kept.moves().find(({ from }) => from === given);
      // Who chose that one again since has the library there.
      if (moved === undefined || kept.libraryFolder() === given) return given;
      const isLeft = moved.isUnderWay === true || !hasThemes(given, moved.stayed);
      // The themes were taken back by hand.
      const isBack = existsSync(moved.to) && !hasThemes(moved.to) && hasThemes(given);
      return isLeft && !isBack ? moved.to : given;
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
    moveBegins(folder, from) {
      const moves = kept.moves();
      const isEarlier = (move: LibraryMoved) => move.from === from && move.to === folder;
      const isLeft = (move: LibraryMoved) => move.from === folder && move.isUnderWay !== true;
      if (!moves.some((move) => isEarlier(move) || isLeft(move))) return;
      const others = moves.filter((move) => !isEarlier(move));
      kept.keepMoves(others.map((move) => (isLeft(move) ? { ...move, isUnderWay: true } : move)));
    },
    isMoved: (folder, from) =>
      kept.moves().some((move) => move.from === from && move.to === folder),
    chosen(folder, from, isRenamed = false) {
      const moves = kept.moves();
      const move = from !== undefined && {
        from,
        to: folder,
        ...(!isRenamed && { isUnderWay: true }),
      };
      kept.keepFolder(folder, move ? withMove(moves, move) : moves);
    },
    moveEnded(folder) {
      const moves = kept.moves();
      const isOver = ({ to, isUnderWay }: LibraryMoved) => to === folder && isUnderWay === true;
      if (moves.some(isOver))
        kept.keepMoves(moves.map((move) => (isOver(move) ? over(move) : move)));
    },
  };
}

/** Where each library that was moved is now; one that came back to a folder lies there. */
function withMove(moves: readonly LibraryMoved[], last: LibraryMoved): LibraryMoved[] {
  const { from, to } = last;
  const others = moves
    .filter((move) => move.from !== from && move.from !== to)
    .map((move) => (move.to === from ? { ...move, to } : move));
  return [...others, last].slice(-mostMoves);
}

/** What lies in the old folder at the end of the move stayed there, and is no library again. */
function over(move: LibraryMoved): LibraryMoved {
  try {
    return { from: move.from, to: move.to, stayed: themesIn(move.from) };
  } catch {
    // One that is away for a moment may be back with what stayed.
    return move;
  }
}

/** @throws where the folder can't be looked at */
function themesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.json'));
}

/** Whether there are themes in the folder, other than those that `stayed`. */
function hasThemes(folder: string, stayed: readonly string[] = []): boolean {
  const known = new Set(stayed);
  try {
    return themesIn(folder).some((name) => !known.has(name));
  } catch {
    // Of one that is there and can't be looked at for a moment, nobody knows that it is empty.
    return existsSync(folder);
  }
}
