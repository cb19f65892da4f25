/** Which of two files of a theme is the later one, on two computers that a sync program keeps the same. */
import type { ThemeDocument } from '@shared/theme/theme';
import { cardOf, type ThemeCard } from '../catalogue/theme-card';
import { themeOf } from '../catalogue/twins';
import { sameJson } from '../editing/theme-patch';
import { compareTimes } from './compare-times';

/**
 * Whether a file is later than what a theme was in its own. Of two files one is, on both computers, or each would follow
 * the other's word for ever, or none: by when they were edited, and where that was at one time, the first by name. Links
 * and decisions date nothing; they are merged.
 */
export function isLaterVersion(
  came: { readonly document: ThemeDocument; readonly file: string },
  known: { readonly card: ThemeCard; readonly file: string | undefined },
): boolean {
  const order = compareTimes(came.document.updatedAt, known.card.updatedAt);
  if (order !== 0 || known.file === undefined) return order > 0;
  return came.file < known.file;
}

/** Whether both are the same but for what became of their links. */
export function isSameContent(document: ThemeDocument, card: ThemeCard): boolean {
  return (
    document.name === card.name &&
    compareTimes(document.updatedAt, card.updatedAt) === 0 &&
    sameJson(themeOf(cardOf(document)), themeOf(card))
  );
}
