/** What a theme's card, or its row in the list, says of it. */
import { m } from '@shared/messages/messages';
import type { LibraryTheme } from '../../state/theme-status';
import { statusTexts } from '../../ui/status-texts';
import { findable } from './shown-themes';

/** Its one status: of several connections, the one that needs a person most. */
export function statusText(theme: LibraryTheme): string {
  const { word, places } = findable(theme).status;
  return places > 1 ? m.library_published_on({ count: places }) : statusTexts[word]();
}

/** All that is seen of it, for those who hear it. */
export function cardLabel(theme: LibraryTheme, isFavourite = false): string {
  const { name, conflictOf } = theme;
  const status = statusText(theme);
  const tags = theme.tags.join(', ');
  const label =
    tags === ''
      ? m.library_card_label({ name, status })
      : m.library_card_label_tags({ name, status, tags });
  const starred = isFavourite ? m.library_card_label_favourite({ label }) : label;
  return conflictOf
    ? m.library_card_label_conflict({ label: starred, name: conflictOf.name })
    : starred;
}
