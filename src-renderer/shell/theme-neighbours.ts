/** From theme to theme in the studio, in the order of the library. */
import { themesInOrder } from '../screens/library/library-order';
import { foundThemes } from '../screens/library/meant-query';
import { filteredThemes } from '../screens/library/shown-themes';
import { favourites } from '../state/favourites.svelte';
import { library } from '../state/library.svelte';
import { libraryView } from '../state/library-view.svelte';
import { navigation } from '../state/navigation.svelte';

/** The order of the walk that the last step belongs to: an edit makes a theme the newest. */
let order: readonly string[] = [];
let at: string | undefined;

/** Opens the next theme that the library shows, or the one before; after the last comes the first. */
export function openNeighbour(step: 1 | -1): void {
  const { current } = navigation;
  if (current.screen !== 'studio') return;
  if (at !== current.themeId) order = inLibrary();
  const known = new Set(library.themes.map(({ id }) => id));
  const left = order.filter((id) => known.has(id));
  const index = left.indexOf(current.themeId);
  at = left.at(index < 0 ? 0 : (index + step) % left.length);
  if (at === undefined) return;
  libraryView.activeId = at;
  navigation.go({ screen: 'studio', themeId: at });
}

function inLibrary(): string[] {
  const { query, tag, filter } = libraryView;
  const { themes } = foundThemes(themesInOrder(), query, tag);
  return filteredThemes(themes, filter, favourites.ids).map(({ id }) => id);
}
