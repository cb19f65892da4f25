/** The themes in the order in which a person looks at them. */
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { recentThemes } from '../../state/recent-themes.svelte';
import { sortedThemes, type FindableTheme } from './shown-themes';

/** Before any search or filter. To be read in an effect, or at a moment. */
export function themesInOrder(): FindableTheme[] {
  const { sort, isReversed } = libraryView;
  // Only this order changes by what is opened.
  const opened = sort === 'opened' ? recentThemes.places : undefined;
  return sortedThemes(library.seen, sort, isReversed, opened);
}
