/** Copies of themes that others put over the themes' own files, which is what they had made them for. */
import type { LibraryLog } from '../library-options';
import type { CopiesByTheme } from './copies-by-theme';
import type { FolderState } from './folder-state';
import type { TheirRead } from './found-files';
import type { CopiedFile } from './noted-copies';
import { shownThemeIn } from './theme-file';

interface PutOverParts {
  readonly state: FolderState;
  readonly copies: CopiesByTheme;
  /** Tells whether anything is kept of a theme under its id. */
  readonly isKnown: (id: string) => Promise<boolean>;
  readonly log: LibraryLog;
}

/** A copy that lies in the file of the theme of which it is one. */
interface PutOver {
  readonly id: string;
  readonly copy: CopiedFile;
}

/**
 * What others wrote, as they meant it: an untouched copy that lies in its theme's own file now had the theme's ID until
 * Foyer gave it one of its own, where it was made beside it. Never rejects.
 */
export async function withIdsOfTheirFiles(
  reads: readonly TheirRead[],
  parts: PutOverParts,
): Promise<readonly TheirRead[]> {
  const all: TheirRead[] = [];
  for (const read of reads) {
    const found = putOver(read, parts);
    // Else the two have changed places.
    const isReplaced = found !== undefined && !reads.some((other) => idIn(other) === found.id);
    all.push(isReplaced ? await withItsId(read, found, parts) : read);
  }
  return all;
}

function putOver(read: TheirRead, { state, copies }: PutOverParts): PutOver | undefined {
  if (read.state !== 'ok') return undefined;
  // At a start the index alone knows.
  const id = state.idIn(read.name) ?? state.index.lastIn(read.name)?.card.id;
  if (id === undefined || (state.fileHolding(id) ?? read.name) !== read.name) return undefined;
  const { name, hash } = read;
  const copy = copies.of(id).find(({ file, written }) => written === hash && file !== name);
  return copy && { id, copy };
}

function idIn(read: TheirRead): string | undefined {
  return read.state === 'ok' ? shownThemeIn(read.text)?.id : undefined;
}

async function withItsId(
  read: TheirRead,
  { copy }: PutOver,
  { state, isKnown, log }: PutOverParts,
): Promise<TheirRead> {
  const { folder } = state;
  try {
    if (state.isIdInUse(copy.id) || (await isKnown(copy.id))) return read;
    const result = await folder.write(read.name, copy.text, copy.written);
    // Written once more meanwhile: that is told, too.
    if (result.outcome === 'conflict') await folder.remove(result.conflictName, result.hash);
    const now = await folder.read(read.name);
    return now.state === 'missing' ? read : now;
  } catch (error) {
    log.error('library.idNotGivenBack', { file: read.name, error: String(error) });
    return read;
  }
}
