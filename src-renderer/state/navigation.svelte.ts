/** Which screen the window shows. */
import { untrack } from 'svelte';
import { openDialogs } from '../ui/open-dialogs.svelte';

export type Route =
  | { screen: 'studio'; themeId: string }
  | { screen: 'help'; page: 'guide' | 'news' }
  /** With a part, that one is brought in sight; with a connection, its settings are open. */
  | { screen: 'settings'; part?: 'diagnostics'; connectionId?: string }
  | {
      screen:
        | 'library'
        | 'previews'
        | 'billing'
        | 'domains'
        | 'activity'
        | 'starters'
        | 'bin'
        | 'welcome';
    };
export type ScreenName = Route['screen'];

function isSame(a: Route, b: Route): boolean {
  if (a.screen === 'studio' || b.screen === 'studio') {
    return a.screen === 'studio' && b.screen === 'studio' && a.themeId === b.themeId;
  }
  if (a.screen === 'help' || b.screen === 'help') {
    return a.screen === 'help' && b.screen === 'help' && a.page === b.page;
  }
  if (a.screen === 'settings' && b.screen === 'settings') {
    return a.part === b.part && a.connectionId === b.connectionId;
  }
  return a.screen === b.screen;
}

class Navigation {
  #current = $state.raw<Route>({ screen: 'library' });

  get current(): Route {
    return this.#current;
  }

  /** Shows a screen. The screen that is left keeps nothing that main doesn't have. */
  go(route: Route): void {
    if (!isSame(route, this.#current)) this.#current = route;
  }

  /** The same for what comes by itself, later: what is typed in a dialog goes with its screen, so it waits for that. */
  goWhenFree(route: Route): void {
    if (openDialogs.count === 0) return this.go(route);
    const end = $effect.root(() => {
      $effect(() => {
        if (openDialogs.count > 0) return;
        untrack(() => this.go(route));
        end();
      });
    });
  }

  /**
   * The same for what was asked for at `place`, where the disk took its time; who went elsewhere meanwhile stays there. Tells
   * whether they are still at that place.
   */
  goFrom(place: Route, to: Route): boolean {
    if (this.#current !== place) return false;
    this.goWhenFree(to);
    return true;
  }
}

/** The one route of this window. */
export const navigation = new Navigation();
