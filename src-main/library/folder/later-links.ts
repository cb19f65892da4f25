/**
 * Links that are younger than a file which lacks them. Whoever wrote it can't have taken them away: it
 * is an older file, put over ours by a program that keeps folders the same or by a hand.
 */
import type { ThemeDocument } from '@shared/theme/theme';
import { isAhead } from '../catalogue/newer-links';
import { withLinksSince } from '../catalogue/template-owners';
import { linkedAt, type ThemeCard } from '../catalogue/theme-card';
import type { LibraryLog } from '../library-options';
import type { FolderState, GoodRead } from './folder-state';
import { writeThemeFile } from './theme-file';

/**
 * Gives a file that others wrote the links that the theme got here since; without them its template
 * would be saved a second time. Resolves with whether the file was taken with them. What is unsaved
 * meets the file in its own save. Never rejects.
 */
export async function keepLaterLinks(
  read: GoodRead,
  document: ThemeDocument,
  state: FolderState,
  log: Pick<LibraryLog, 'error'>,
): Promise<boolean> {
  const { catalogue, folder, index, open } = state;
  const before = catalogue.card(document.id) ?? index.lastIn(read.name)?.card;
  const kept = withLaterLinks(document, read.stamp.modifiedMs, before, state);
  const theme = open.get(document.id);
  const ours = theme?.hash;
  if (kept === document || theme?.isUnsaved === true || theme?.isReadOnly === true) return false;
  try {
    const text = writeThemeFile(kept, state.pathOf(read.name));
    const result = await folder.write(read.name, text, read.hash);
    if (result.outcome === 'conflict') {
      // Written once more meanwhile: that is told, too.
      await folder.remove(result.conflictName, result.hash);
      return false;
    }
    const now = open.get(document.id);
    // What was typed, saved or opened meanwhile: its own save meets the file as it is now.
    if (now?.isUnsaved === true || (now && now.hash !== ours && now.hash !== read.hash))
      return true;
    now?.takeOver(kept, result.hash);
    state.putWritten(read.name, kept);
    return true;
  } catch (error) {
    log.error('library.linksNotKept', { file: read.name, error: String(error) });
    return false;
  }
}

/** The very same where there are none. What was sent is not known of a card, as where a person linked it. */
function withLaterLinks(
  document: ThemeDocument,
  writtenMs: number,
  before: ThemeCard | undefined,
  state: FolderState,
): ThemeDocument {
  if (before?.id !== document.id) return document;
  const later = Object.entries(before.publications).flatMap(([key, { templateId }]) => {
    const at = linkedAt(before, key);
    const isLater = Date.parse(at) > writtenMs && !isAhead({ at });
    return isLater && !Object.hasOwn(document.publications, key)
      ? [[key, { templateId, at }] as const]
      : [];
  });
  return later.length === 0 ? document : withLinksSince(document, Object.fromEntries(later), state);
}
