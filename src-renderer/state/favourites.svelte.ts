/** Themes with a star. They are this person's, not the themes': who shares the folder has others. */
import { app } from './app.svelte';

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
    await app.prefer(({ favourites: now = [] }) => {
      const isOn = ids.every((id) => now.includes(id));
      const others = now.filter((id) => !ids.includes(id));
      return { favourites: isOn ? others : [...ids, ...others] };
    });
  }
}

/** The ones of this window. */
export const favourites = new Favourites();
