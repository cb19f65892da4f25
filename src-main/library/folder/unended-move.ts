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
import type { LibraryMove, MovedFile, MoveJournal } from './move-journal';
import { isSameTheme, readMoved, removeCopies, removeMoved, type MovedFiles } from './move-removal';

/**
 * Ends a move that a Foyer which was killed began, or of which one could not remove all, for the library that lies in
 * `folder` now: of one that was not chosen its copies are taken away again, of one that was, in the new folder, its
 * originals. What others wrote of a theme in its original since comes along before; whatever else differs from what was
 * noted stays. A start in the old folder of one that was chosen, as by an old shortcut, ends nothing: the next one in the
 * new folder does. Tells whether a move was ended.
 *
 * The journal has the choice only once that is kept: `isMoved` tells it before. Without that it was chosen where the
 * library lies in the new folder.
 *
 * @throws StorageError when one of the folders can't be looked at, ProblemError when one of the files can't be had at the
 *   moment: these are tried again at the next start
 */
export async function settleMove(
  folder: string,
  journal: MoveJournal,
  isMoved?: (to: string, from: string) => boolean,
): Promise<boolean> {
  const move = await journal.read();
  if (move === null || move === 'unknown') return false;
  if (folder !== move.from && folder !== move.to) return false;
  // A move whose folders turn out to be one has nothing to remove.
  if (!(await isSameFolder(move.from, move.to))) {
    const isThere = folder === move.to;
    const isChosen = move.isChosen || (isMoved?.(move.to, move.from) ?? isThere);
    if (!isChosen) await removeCopies(move);
    else if (isThere) await removeOriginals(move, journal);
    else return false;
  }
  await journal.end();
  return true;
}

/** @throws what failed first, once all others are gone and noted as such */
async function removeOriginals(move: LibraryMove, journal: MoveJournal): Promise<void> {
  await assertThere(move);
  const held: MovedFile[] = [];
  const errors: unknown[] = [];
  for (const file of move.files) {
    let newest = file;
    try {
      newest = await bringNewest(move, file);
      const hash = newest.hashes.at(-1);
      const copy = join(move.to, newest.target);
      if (hash !== undefined) await removeMoved(join(move.from, newest.name), hash, copy);
    } catch (error) {
      held.push(newest);
      errors.push(error);
    }
  }
  await assertThere(move);
  if (held.length === 0) return;
  await journal.endBut(held);
  throw errors[0];
}

/** Has what others wrote of the theme since it was copied in the new folder; tells where, and what that is. */
async function bringNewest({ from, to }: MovedFiles, file: MovedFile): Promise<MovedFile> {
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
 * none of the originals is.
 * @throws StorageError
 */
async function assertThere({ from, mark, files }: LibraryMove): Promise<void> {
  const entries = await openDocumentFolder(from).list();
  const names = new Set(entries.map(({ name }) => name));
  if (mark === undefined || files.some(({ name }) => names.has(name))) return;
  const now = await folderMark(from);
  if (now === undefined || !isMountedAgain(now, mark)) throw new StorageError('missing', from);
}
