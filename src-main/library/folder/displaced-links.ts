/**
 * Two computers saved a theme for the first time, each under a template of its own, and a program that keeps folders the
 * same put the file that was written first over ours: the theme goes on in that, and ours stays with a copy of it.
 */
import { freeName } from '@shared/theme/made-names';
import type { ThemeDocument } from '@shared/theme/theme';
import { libraryFileName, newId } from '../../storage/storage';
import { linksBeside } from '../catalogue/merged-links';
import type { ThemeCard } from '../catalogue/theme-card';
import type { ThemeNames } from '../catalogue/theme-names';
import type { LibraryLog } from '../library-options';
import type { FolderState, GoodRead } from './folder-state';
import { linksOverwritten } from './later-links';
import { isWritable, writeThemeFile } from './theme-file';

/** What may have to be kept beside a theme's older file before that is taken over; `undefined`: nothing. */
export function displacedVersion(
  read: GoodRead,
  theirs: ThemeDocument,
  state: FolderState,
): ThemeDocument | undefined {
  const open = state.open.get(theirs.id);
  const links = linksOverwritten(read, theirs.id, state);
  // What is unsaved meets the file in its own save, which keeps it.
  if (links === undefined || open?.isUnsaved === true) return undefined;
  const publications = linksBeside(theirs, links);
  if (Object.keys(publications).length === 0) return undefined;
  const card = state.lastSeen(theirs.id, read.name)?.card;
  const ours = open?.document ?? { ...theirs, ...(card && contentIn(card)) };
  if (!isWritable(ours)) return undefined;
  const conflictOf = { id: theirs.id, name: theirs.name };
  return { ...ours, id: newId(), conflictOf, publications };
}

/**
 * Keeps that version, once all that came at once is taken, unless what came has its links: a program may have put ours
 * beside. Resolves with whether nothing is left to be kept; where something is, theirs is told again. Never rejects.
 */
export async function keepDisplaced(
  version: ThemeDocument,
  state: FolderState,
  conflictName: ThemeNames['conflict'],
  log: Pick<LibraryLog, 'error'>,
): Promise<boolean> {
  const { catalogue, folder } = state;
  const left = Object.entries(version.publications).filter(
    ([key, { templateId }]) => state.withTemplate(key, templateId) === undefined,
  );
  if (left.length === 0) return true;
  const name = freeName(conflictName(version.name), (each) => catalogue.hasName(each));
  const copy = { ...version, name, publications: Object.fromEntries(left) };
  const file = libraryFileName(name, copy.id, (each) => catalogue.hasFile(each));
  try {
    const result = await folder.write(file, writeThemeFile(copy, state.pathOf(file)), 'absent');
    state.putWritten(result.outcome === 'written' ? file : result.conflictName, copy);
    return true;
  } catch (error) {
    log.error('library.linksNotKept', { file, error: String(error) });
    const theirs = version.conflictOf && catalogue.fileOf(version.conflictOf.id);
    if (theirs !== undefined) folder.tellAgain(theirs);
    return false;
  }
}

/** What the theme held, where the card has all of it. */
function contentIn(card: ThemeCard): Partial<ThemeDocument> {
  const { name, tags, theme, updatedAt, hasCustomCss, allFields } = card;
  const isWhole = allFields === undefined && (!hasCustomCss || theme.customCss !== undefined);
  return isWhole ? { name, tags: [...tags], theme, updatedAt } : { name };
}
