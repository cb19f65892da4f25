/** Which screen the window shows. */

export type Route =
  | { screen: 'studio'; themeId: string }
  | {
      screen:
        | 'library'
        | 'previews'
        | 'billing'
        | 'domains'
        | 'activity'
        | 'settings'
        | 'starters'
        | 'bin'
        | 'welcome';
    };
export type ScreenName = Route['screen'];

function isSame(a: Route, b: Route): boolean {
  if (a.screen === 'studio' || b.screen === 'studio') {
    return a.screen === 'studio' && b.screen === 'studio' && a.themeId === b.themeId;
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
}

/** The one route of this window. */
export const navigation = new Navigation();
