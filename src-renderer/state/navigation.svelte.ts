/** Which screen the window shows. */
import { untrack } from 'svelte';
import { openDialogs } from '../ui/open-dialogs.svelte';

export type Route =
  | { screen: 'studio'; themeId: string }
  | { screen: 'help'; page: 'guide' | 'news' }
  | {
      screen:
        | 'library'
        | 'settings'
        | 'previews'
        | 'billing'
        | 'domains'
        | 'activity'
        | 'starters'
        | 'bin'
        | 'welcome';
    };
export type ScreenName = Route['screen'];

/** What is shown of the settings: a part of them, brought in sight, or what can be set of a connection. */
export type InSettings =
  { readonly part: 'diagnostics' | 'updates' } | { readonly connectionId: string };

function isSame(a: Route, b: Route): boolean {
  if (a.screen === 'studio' || b.screen === 'studio') {
    return a.screen === 'studio' && b.screen === 'studio' && a.themeId === b.themeId;
  }
  if (a.screen === 'help' || b.screen === 'help') {
    return a.screen === 'help' && b.screen === 'help' && a.page === b.page;
  }
  return a.screen === b.screen;
}

class Navigation {
  #current = $state.raw<Route>({ screen: 'library' });
  #inSettings = $state.raw<InSettings | null>(null);

  get current(): Route {
    return this.#current;
  }

  /** What was asked for as one last went somewhere; another object each time, also where it is the same again. */
  get inSettings(): InSettings | null {
    return this.#inSettings;
  }

  /** Shows a screen. The screen that is left keeps nothing that main doesn't have. */
  go(route: Route): void {
    this.#inSettings = null;
    if (!isSame(route, this.#current)) this.#current = route;
  }

  /** Shows something of the settings, from there too: what was shown before may have been closed since. */
  goToSettings(shown: InSettings): void {
    this.go({ screen: 'settings' });
    this.#inSettings = { ...shown };
  }

  /**
   * The same for what comes by itself, later: what is typed in a dialog goes with its screen, so it waits for that. Who goes
   * elsewhere from the dialog stays there.
   */
  goWhenFree(route: Route): void {
    this.goFrom(this.#current, route);
  }

  /**
   * The same for what was asked for at `place`, where the disk took its time; who went elsewhere meanwhile stays there. Tells
   * whether they are still at that place.
   */
  goFrom(place: Route, to: Route): boolean {
    if (this.#current !== place) return false;
    if (openDialogs.count === 0) {
      this.go(to);
      return true;
    }
    const end = $effect.root(() => {
      $effect(() => {
        if (openDialogs.count > 0) return;
        untrack(() => this.goFrom(place, to));
        end();
      });
    });
    return true;
  }
}

/** The one route of this window. */
export const navigation = new Navigation();
