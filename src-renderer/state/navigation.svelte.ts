/** Which screen the window shows. */
import { untrack } from 'svelte';
import { openDialogs } from '../ui/open-dialogs.svelte';

export type Route =
  | { screen: 'studio'; themeId: string }
  | { screen: 'help'; page: 'guide' | 'news' }
  /** `isBack`: one comes back from a theme, and goes on at its card. */
  | { screen: 'library'; isBack?: true }
  | {
      screen:
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
  | { readonly part: 'outside' | 'library' | 'pictures' | 'updates' | 'diagnostics' }
  | { readonly connectionId: string };

function isSame(a: Route, b: Route): boolean {
  if (a.screen === 'studio' || b.screen === 'studio') {
    return a.screen === 'studio' && b.screen === 'studio' && a.themeId === b.themeId;
  }
  if (a.screen === 'help' || b.screen === 'help') {
    return a.screen === 'help' && b.screen === 'help' && a.page === b.page;
  }
  return a.screen === b.screen;
}

/** Where one is to be taken once `isFree` holds. `end` hears whether it came to that. */
interface Wish {
  readonly to: Route;
  readonly isFree: () => boolean;
  readonly end: (isThere: boolean) => void;
}

class Navigation {
  #current = $state.raw<Route>({ screen: 'library' });
  #inSettings = $state.raw<InSettings | null>(null);
  #place = 0;
  /** Forms that are a screen, and lie over none. */
  #forms = $state(0);
  /** The newest that waits; there is never another. */
  #wish = $state.raw<Wish | null>(null);

  constructor() {
    $effect.root(() => {
      $effect(() => {
        const wish = this.#wish;
        if (wish?.isFree()) untrack(() => this.go(wish.to));
      });
    });
  }

  get current(): Route {
    return this.#current;
  }

  /** What was asked for as one last went somewhere; another object each time, also where it is the same again. */
  get inSettings(): InSettings | null {
    return this.#inSettings;
  }

  /** Where a person is, for `goFrom`: another number once they went on to another screen, or to a form of this one. */
  get place(): number {
    return this.#place;
  }

  /** Shows a screen, and nothing that waited. The screen that is left keeps nothing that main doesn't have. */
  go(route: Route): void {
    this.#inSettings = null;
    if (!isSame(route, this.#current)) {
      this.#current = route;
      this.#place += 1;
    }
    this.#end(route);
  }

  /** Shows something of the settings, from there too: what was shown before may have been closed since. */
  goToSettings(shown: InSettings): void {
    this.go({ screen: 'settings' });
    this.#inSettings = { ...shown };
  }

  /** The person goes on with something here: what waits to be shown isn't wanted any more. */
  stay(): void {
    this.#end();
  }

  /** A form is filled in that nobody is taken out of by what comes by itself. Returns its end. */
  enterForm(): () => void {
    this.#place += 1;
    this.#forms += 1;
    return () => {
      this.#forms -= 1;
    };
  }

  /** A form is done with: shows what waited for that, or else this screen. */
  leaveForm(route: Route): void {
    this.go(this.#wish?.to ?? route);
  }

  /**
   * Shows a screen for what comes by itself, later: what is typed in a dialog or a form goes with its screen, so it waits
   * for that. Who goes elsewhere from there stays there.
   */
  goWhenFree(route: Route): void {
    void this.#ask(route, () => openDialogs.count + this.#forms === 0);
  }

  /**
   * The same for what was asked for at `place`, where the disk took its time; who went elsewhere meanwhile stays there, and
   * a form that they asked from doesn't hold them. Tells, once that is known, whether they were taken there.
   */
  async goFrom(place: number, to: Route): Promise<boolean> {
    return this.#place === place && (await this.#ask(to, () => openDialogs.count === 0));
  }

  #ask(to: Route, isFree: Wish['isFree']): Promise<boolean> {
    this.stay();
    return new Promise((end) => {
      this.#wish = { to, isFree, end };
      if (isFree()) this.go(to);
    });
  }

  #end(reached?: Route): void {
    const wish = this.#wish;
    this.#wish = null;
    wish?.end(wish.to === reached);
  }
}

/** The one route of this window. */
export const navigation = new Navigation();
