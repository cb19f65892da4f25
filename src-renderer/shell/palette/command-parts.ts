/** What the commands of the palette are made with. */
import { navigation, type Route } from '../../state/navigation.svelte';

/** What the commands need of the window around them. */
export interface PaletteContext {
  starters: readonly { id: string; name: string }[];
  showShortcuts: () => void;
  /** Checks a connection, in a dialog of its own. */
  checkConnection: (id: string) => void;
}

/** The words of a message that lists them. */
export const words = (message: () => string): string[] => message().split(', ');

/** What shows a screen. */
export const go = (route: Route) => () => navigation.go(route);
