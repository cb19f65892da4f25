/** Ends a move of the library that Foyer, or the disk, did not let come to its end. */
import { basename, join } from 'node:path';
import {
  folderMark,
  isMountedAgain,
  isSameFolder,
  openDocumentFolder,
  StorageError,
  writeDurably,
} from '../../storage/storage';
import { keepsIn, type LibraryMove, type MovedFile } from './library-move';
import type { MoveJournal } from './move-journal';
import { isSameTheme, readMoved, removeCopy, removeMoved } from './move-removal';

/** What came of moves that had not come to their end. */
export interface SettledMoves {
  /** One of them has come to it. */
  readonly isAny: boolean;
  /** Why others have not: StorageError where a folder can't be looked at, ProblemError where a file can't be had. */
  readonly errors: readonly unknown[];
}

/**
 * Ends the moves that did not come to their end, because Foyer was killed or a disk was not there, for the library that
 * lies in `folder` now: in the old folder of one that was not chosen its copies are taken away again, in the new folder of
 * one that was its originals. What others wrote of a theme in its original since comes along before; whatever else differs
 * from what was noted stays. A start in the other of the two folders, as by an old shortcut, removes nothing. What can't be
 * ended at the moment is tried again at the next start, and before the next move.
 *
 * The journal has the choice only once that is kept: `isMoved` tells it before. Without that it was chosen where the
 * library lies in the new folder.
 *
 * @throws StorageError, ProblemError storageNotRead where the journal, or the choice, can't be read or kept
 */
export async function settleMoves(
  folder: string,
  journal: MoveJournal,
  isMoved?: (to: string, from: string) => boolean,
): Promise<SettledMoves> {
  const move = await decided(folder, journal, isMoved);
  const errors: unknown[] = [];
  let isAny = false;
  const restOf = async (each: LibraryMove): Promise<readonly MovedFile[]> => {
    if (keepsIn(each) !== folder) return each.files;
    const left = await settle(each);
    errors.push(...left.errors);
    isAny ||= left.files.length === 0;
    return left.files;
  };
  const before = await journal.unsettled();
  const after: LibraryMove[] = [];
  for (const each of before) {
    const files = await restOf(each);
    if (files.length > 0) after.push({ ...each, files: [...files] });
  }
  if (before.length > 0) await journal.keepUnsettled(after);
  if (move !== undefined) await journal.end(move.isChosen, await restOf(move));
  return { isAny, errors };
}

/** The move that was under way when Foyer ended, if it can come to its end from that folder. */
async function decided(
  folder: string,
  journal: MoveJournal,
  isMoved: ((to: string, from: string) => boolean) | undefined,
): Promise<LibraryMove | undefined> {
  const move = await journal.read();
  if (move === null || move === 'unknown') return undefined;
  const isThere = folder === move.to;
  // Nobody knows.
  if (!isMoved && !isThere && folder !== move.from) return undefined;
  const isChosen = move.isChosen || (isMoved?.(move.to, move.from) ?? isThere);
  if (isChosen) await journal.chosen();
  // Its files are known as the library's own until that has been looked at.
  return isChosen && !isThere ? undefined : { ...move, isChosen };
}

/** Takes the copies of the move that is under way away again. @throws StorageError, ProblemError storageNotRead */
export async function takeBack(journal: MoveJournal): Promise<void> {
  const move = await journal.read();
  if (move === null || move === 'unknown') return;
  const { files } = await settle({ ...move, isChosen: false });
  await journal.end(false, files);
}

/** Removes what is to be removed of a move; tells of which files that is not known to be done, and why. Never rejects. */
async function settle(
  move: LibraryMove,
): Promise<{ readonly files: readonly MovedFile[]; readonly errors: readonly unknown[] }> {
  const files: MovedFile[] = [];
  const errors: unknown[] = [];
  try {
    const marks = await marksThere(move);
    // A move whose folders turn out to be one has nothing to remove.
    if (await isSameFolder(move.from, move.to)) return { files, errors };
    for (const file of move.files) {
      let newest = file;
      try {
        if (move.isChosen) {
          newest = await bringNewest(move, file);
          await removeOriginal(move, newest);
        } else await removeCopy(move, file);
      } catch (error) {
        files.push(newest);
        errors.push(error);
      }
    }
    await marksThere({ ...move, ...marks });
    return { files, errors };
  } catch (error) {
    return { files: move.files, errors: [error] };
  }
}

async function removeOriginal({ from, to }: LibraryMove, file: MovedFile): Promise<void> {
  const hash = file.hashes.at(-1);
  if (hash !== undefined) await removeMoved(join(from, file.name), hash, join(to, file.target));
}

/** Has what others wrote of the theme since it was copied in the new folder; tells where, and what that is. */
async function bringNewest({ from, to }: LibraryMove, file: MovedFile): Promise<MovedFile> {
  const newest = { ...file, isUpToDate: true };
  const found = await readMoved(join(from, file.name));
  const last = file.hashes.at(-1);
  if (file.isUpToDate === true || found.state !== 'ok' || found.hash === last) return newest;
  const copy = join(to, file.target);
  const there = await readMoved(copy);
  // Another theme there is not the library's.
  if (there.state !== 'ok' || !isSameTheme(found.bytes, there.bytes)) return newest;
  const isThere = { ...newest, hashes: [found.hash] };
  if (there.hash === found.hash) return isThere;
  // Where the copy was changed as well it lies beside, as what is changed in two places does.
  const result = await writeDurably(copy, found.bytes, { expected: last });
  if (result.outcome === 'written' || result.conflictPath === undefined) return isThere;
  return { ...isThere, target: basename(result.conflictPath) };
}

/**
 * What is on a disk that is away only looks as if it had gone: there is nothing in its place, or another folder in which
 * none of the files is. Tells what both folders are on their disks now.
 * @throws StorageError
 */
async function marksThere(move: LibraryMove): Promise<Pick<LibraryMove, 'mark' | 'toMark'>> {
  const { from, to, files } = move;
  return {
    mark: await markThere(from, move.mark, new Set(files.map(({ name }) => name))),
    toMark: await markThere(to, move.toMark, new Set(files.map(({ target }) => target))),
  };
}

/** @throws StorageError where that isn't there */
async function markThere(
  folder: string,
  mark: string | undefined,
  names: ReadonlySet<string>,
): Promise<string | undefined> {
  const entries = await openDocumentFolder(folder).list();
  const now = await folderMark(folder);
  const isSame =
    now === mark || (now !== undefined && mark !== undefined && isMountedAgain(now, mark));
  if (isSame || entries.some(({ name }) => names.has(name))) return now;
  throw new StorageError('missing', folder);
}
