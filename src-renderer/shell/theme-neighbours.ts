/** From theme to theme in the studio, in the order of the library. */
import { themesInOrder } from '../screens/library/library-order';
import { foundThemes } from '../screens/library/meant-query';
import { filteredThemes } from '../screens/library/shown-themes';
import { favourites } from '../state/favourites.svelte';
import { library } from '../state/library.svelte';
import { libraryView } from '../state/library-view.svelte';
import { navigation, type Route } from '../state/navigation.svelte';

/** The order of the walk that the last step belongs to: an edit makes a theme the newest. */
let order: readonly string[] = [];
/** Where that step led. Who was elsewhere meanwhile, in the library for instance, begins another walk. */
let reached: Route | undefined;

/** Opens the next theme that the library shows, or the one before; after the last comes the first. */
export function openNeighbour(step: 1 | -1): void {
  const { current } = navigation;
  if (current.screen !== 'studio') return;
  if (reached !== current) order = inLibrary();
  const known = new Set(library.themes.map(({ id }) => id));
  const left = order.filter((id) => known.has(id));
  const index = left.indexOf(current.themeId);
  const themeId = left.at(index < 0 ? 0 : (index + step) % left.length);
  if (themeId === undefined) return;
  libraryView.activeId = themeId;
  navigation.go({ screen: 'studio', themeId });
  reached = navigation.current;
}

function inLibrary(): string[] {
  const { query, tag, filter } = libraryView;
  const { themes } = foundThemes(themesInOrder(), query, tag);
  return filteredThemes(themes, filter, favourites.ids).map(({ id }) => id);
}
