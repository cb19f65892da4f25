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

  /** Gives the themes a star, or takes it from all where each of them has one; resolves with what changed. */
  async toggle(ids: readonly string[]): Promise<StarChange> {
    let changed: StarChange = { isGiven: false, ids: [] };
    await app.prefer(({ favourites: now = [] }) => {
      const without = ids.filter((id) => !now.includes(id));
      const isGiven = without.length > 0;
      changed = { isGiven, ids: isGiven ? without : ids };
      return { favourites: starred(now, ids, isGiven) };
    });
    return changed;
  }

  /** Takes that back: the themes have a star, or none, as before. */
  async undo({ isGiven, ids }: StarChange): Promise<void> {
    await app.prefer(({ favourites: now = [] }) => ({ favourites: starred(now, ids, !isGiven) }));
  }
}

/** The themes whose star changed: all were given one, or lost it. */
interface StarChange {
  readonly isGiven: boolean;
  readonly ids: readonly string[];
}

/** The themes with a star, when these were given one or lost it. */
function starred(now: readonly string[], ids: readonly string[], isGiven: boolean): string[] {
  const others = now.filter((id) => !ids.includes(id));
  return isGiven ? [...ids, ...others] : others;
}

/** The ones of this window. */
export const favourites = new Favourites();
