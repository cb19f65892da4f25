/** A move of the library as its journal has it, and what becomes of one that left something to be removed. */
import { z } from 'zod';

const movedFileSchema = z.object({
  /** Its name in the old folder. */
  name: z.string(),
  /** The name under which its copy is made. */
  target: z.string(),
  /** What was to be copied, the newest last: a file may change while others are copied. */
  hashes: z.array(z.string()).min(1),
  /** Nothing newer was in it once the library had moved: what differs from that is for those who go on there. */
  isUpToDate: z.boolean().optional(),
});
/** A file that a move copies. */
export type MovedFile = z.infer<typeof movedFileSchema>;

const keptFileSchema = z.object({ name: z.string(), target: z.string() });
/** A file of which the new folder held the same before: neither of them is the move's to remove. */
export type KeptFile = z.infer<typeof keptFileSchema>;

export const moveSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Those of the two folders (`folderMark`), where their disks tell. */
  mark: z.string().optional(),
  toMark: z.string().optional(),
  files: z.array(movedFileSchema),
  /** An earlier Foyer did not note them. */
  kept: z.array(keptFileSchema).default([]),
  /** The library lies in the new folder: there is no way back, only originals that have to go. */
  isChosen: z.boolean(),
});
/** A move of the library that is under way, or was when Foyer ended. */
export type LibraryMove = z.infer<typeof moveSchema>;

/** Where files of the move have to go: its originals if it was chosen, and its copies if it was taken back. */
export function removesIn({ from, to, isChosen }: LibraryMove): string {
  return isChosen ? from : to;
}

/** Where what it removes elsewhere has to be known to be. */
export function keepsIn({ from, to, isChosen }: LibraryMove): string {
  return isChosen ? to : from;
}

/** The moves with one more, of which only these files are still to be settled. */
export function withUnsettled(
  moves: readonly LibraryMove[],
  move: LibraryMove,
  files: readonly MovedFile[] = move.files,
): LibraryMove[] {
  return files.length === 0 ? [...moves] : [...moves, { ...move, files: [...files], kept: [] }];
}

/** The moves but for those that would remove what lies in that folder, which is the library's now. */
export function sparing(moves: readonly LibraryMove[], folder: string): LibraryMove[] {
  return moves.filter((move) => removesIn(move) !== folder);
}

/** The moves once the library has moved: what they have to find before they remove anything lies in its new folder. */
export function afterMove(moves: readonly LibraryMove[], last: LibraryMove): LibraryMove[] {
  const targets = new Map([...last.files, ...last.kept].map(({ name, target }) => [name, target]));
  const followed = moves.flatMap((move) => {
    const { isChosen, files } = move;
    if (keepsIn(move) !== last.from) return [move];
    const stayed: MovedFile[] = [];
    const moved: MovedFile[] = [];
    for (const file of files) {
      const now = targets.get(isChosen ? file.target : file.name);
      if (now === undefined) stayed.push(file);
      else moved.push({ ...file, [isChosen ? 'target' : 'name']: now });
    }
    const there = isChosen
      ? { to: last.to, toMark: last.toMark }
      : { from: last.to, mark: last.toMark };
    return withUnsettled(withUnsettled([], move, stayed), { ...move, ...there }, moved);
  });
  return sparing(followed, last.to);
}
