/** Where the window is. */

export type Place =
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
export type ScreenName = Place['screen'];

function isSame(a: Place, b: Place): boolean {
  if (a.screen === 'studio' || b.screen === 'studio') {
    return a.screen === 'studio' && b.screen === 'studio' && a.themeId === b.themeId;
  }
  return a.screen === b.screen;
}

class Navigation {
  #current = $state.raw<Place>({ screen: 'library' });

  get current(): Place {
    return this.#current;
  }

  /** Shows a screen. The screen that is left keeps nothing that main doesn't have. */
  go(place: Place): void {
    if (!isSame(place, this.#current)) this.#current = place;
  }
}

/** The one place of this window. */
export const navigation = new Navigation();
