/** Which of two files of a theme is the later one, on two computers that a sync program keeps the same. */
import type { ThemeDocument } from '@shared/theme/theme';
import { hasAllLinks } from '../catalogue/merged-links';
import { cardOf, type ThemeCard } from '../catalogue/theme-card';
import { themeOf } from '../catalogue/twins';
import { sameJson } from '../editing/theme-patch';
import { compareTimes } from './compare-times';
import { linksOf } from './later-links';

/**
 * Whether a file is a theme as it was written elsewhere since: edited, or of the same content with links or a decision of a
 * conflict that are not known here, which don't date a theme. Of two files each is never later than the other, where Foyer
 * wrote both: otherwise two computers would follow each other's word for ever.
 */
export function isLaterVersion(of: ThemeDocument, known: ThemeCard): boolean {
  const order = compareTimes(of.updatedAt, known.updatedAt);
  if (order !== 0) return order > 0;
  const card = cardOf(of);
  if (of.name !== known.name || !sameJson(themeOf(card), themeOf(known))) return false;
  const [theirs, ours] = [linksOf(card), linksOf(known)];
  const hasAll = hasAllLinks(theirs, ours);
  if (hasAll !== hasAllLinks(ours, theirs)) return hasAll;
  const isUndecided = known.conflictOf !== undefined;
  return hasAll && (isUndecided || of.conflictOf === undefined);
}
