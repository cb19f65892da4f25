/** Copies of themes that others put over the themes' own files, which is what they had made them for. */
import type { ThemeDocument } from '@shared/theme/theme';
import type { ContentHash } from '../../storage/storage';
import type { LibraryLog } from '../library-options';
import type { CopiesByTheme } from './copies-by-theme';
import type { FolderState } from './folder-state';
import type { TheirRead } from './found-files';
import type { LastSeen } from './library-index';
import type { CopiedFile } from './noted-copies';
import { documentIn, shownThemeIn, writeThemeFile } from './theme-file';

interface PutOverParts {
  readonly state: FolderState;
  readonly copies: CopiesByTheme;
  /** Tells whether anything is kept of a theme under its id. */
  readonly isKnown: (id: string) => Promise<boolean>;
  /** Whether somebody has its id, and would look for it by that. */
  readonly isWorkedWith: (copy: CopiedFile, of: ThemeDocument) => boolean;
  /** With what became of the theme's links since, as the copy came; `last` is of a theme that no file has yet. */
  readonly withItsLinks: (of: ThemeDocument, last: LastSeen | undefined) => ThemeDocument;
  /** The copy is the theme from now on, in the theme's own file, which held `was`: something else. */
  readonly became: (
    copyOf: CopyOf,
    its: { file: string; hash: ContentHash; was: ContentHash },
  ) => void;
  /** What the theme's own file held at the last; the same of `last`. */
  readonly ownHash: (id: string, last: LastSeen | undefined) => ContentHash | undefined;
  /** Whether the copy still lies in its file. */
  readonly isThere: (copy: CopiedFile) => boolean;
  readonly log: LibraryLog;
}

export interface CopyOf {
  readonly copy: CopiedFile;
  /** The theme as the copy came with it. */
  readonly of: ThemeDocument;
}

/** A copy that lies in the file of the theme of which it is one. */
interface PutOver extends CopyOf {
  /** What the index alone knows of the theme's own file at a start. */
  readonly last: LastSeen | undefined;
}

/** Whether one of these copies, of which nobody has told that it was touched, lies in the theme's own file by now. */
export async function isPutOver(
  copies: readonly CopiedFile[],
  ownFile: string,
  { catalogue, folder }: FolderState,
): Promise<boolean> {
  const untouched = copies.filter(({ id, file }) => catalogue.fileOf(id) === file);
  if (untouched.length === 0) return false;
  const read = await folder.read(ownFile);
  return read.state === 'ok' && untouched.some(({ written }) => written === read.hash);
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
    const isReplaced = found !== undefined && !reads.some((other) => idIn(other) === found.of.id);
    const meant = isReplaced ? await withItsId(read, found, parts) : read;
    if (meant !== undefined) all.push(meant);
  }
  return all;
}

/** One with another name is another theme, though it began as a copy of that: it may be there while that is put aside. */
function putOver(
  read: TheirRead,
  { state, copies, isThere, ownHash }: PutOverParts,
): PutOver | undefined {
  if (read.state !== 'ok') return undefined;
  const { name, hash } = read;
  const entry = state.index.lastIn(name);
  const id = state.idIn(name) ?? entry?.card.id;
  if (id === undefined || (state.fileHolding(id) ?? name) !== name) return undefined;
  const all = copies.of(id);
  const copy = all.find(({ file, written }) => written === hash && file !== name);
  const of = copy && documentIn(copy.text);
  if (copy === undefined || of === undefined) return undefined;
  // As it was, and was seen, it lies in another file, which a sync program brought before.
  const own = ownHash(id, undefined);
  if (all.some((each) => each !== copy && each.hash === own && isThere(each))) return undefined;
  const last = entry?.card.id === id ? { file: name, ...entry } : undefined;
  const isNamed = of.name === (state.cardOf(id) ?? last?.card)?.name;
  return isNamed ? { copy, of, last } : undefined;
}

function idIn(read: TheirRead): string | undefined {
  return read.state === 'ok' ? shownThemeIn(read.text)?.id : undefined;
}

/** `undefined`: it could not be written, and is told again; until then the theme is as it was last seen. */
async function withItsId(
  read: TheirRead,
  found: PutOver,
  { state, isKnown, isWorkedWith, withItsLinks, became, ownHash, log }: PutOverParts,
): Promise<TheirRead | undefined> {
  const { folder } = state;
  const { copy, of, last } = found;
  try {
    if (isWorkedWith(copy, of) || (await isKnown(copy.id))) return read;
    const theme = withItsLinks(of, last);
    const was = ownHash(of.id, last);
    const text = theme === of ? copy.text : writeThemeFile(theme, state.pathOf(read.name));
    const result = await folder.write(read.name, text, copy.written);
    // Written once more meanwhile: that is told, too.
    if (result.outcome === 'conflict') await folder.remove(result.conflictName, result.hash);
    // The same again: whatever comes beside it since is a copy of what it is, and was not put aside for it.
    else if (was !== undefined && was !== result.hash)
      became(found, { file: read.name, hash: result.hash, was });
    const now = await folder.read(read.name);
    return now.state === 'missing' ? read : now;
  } catch (error) {
    log.error('library.idNotGivenBack', { file: read.name, error: String(error) });
    folder.tellAgain(read.name);
    return undefined;
  }
}
