/** Themes with a star. They are this person's, not the themes': who shares the folder has others. */
import { app } from './app.svelte';

/** As many as main keeps. */
const most = 2_000;

class Favourites {
  readonly #ids: ReadonlySet<string> = $derived(new Set(app.state.preferences.favourites ?? []));

  /** The themes that have one. */
  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Gives the themes a star, or takes it from all where each of them has one. */
  async toggle(ids: readonly string[]): Promise<void> {
    const isOn = ids.every((id) => this.#ids.has(id));
    const others = [...this.#ids].filter((id) => !ids.includes(id));
    await app.prefer({ favourites: (isOn ? others : [...ids, ...others]).slice(0, most) });
  }
}

/** The ones of this window. */
export const favourites = new Favourites();
