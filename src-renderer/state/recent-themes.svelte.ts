/** Which themes were opened in the studio, newest first. */
import { report } from '../ui/report';
import { app } from './app.svelte';

/** As many as main keeps. */
const most = 100;

class RecentThemes {
  readonly #places: ReadonlyMap<string, number> = $derived(
    new Map((app.state.preferences.recentThemes ?? []).map((id, at) => [id, at])),
  );

  /** Where each stands among them, the last one at 0. */
  get places(): ReadonlyMap<string, number> {
    return this.#places;
  }

  /** A theme was opened. Never throws. */
  note(id: string): void {
    app
      .prefer(({ recentThemes: now = [] }) => {
        // Judged at its turn: a theme that was opened meanwhile may have been noted before this one.
        if (now[0] === id) return {};
        const others = now.filter((other) => other !== id);
        return { recentThemes: [id, ...others].slice(0, most) };
      })
      .catch(report);
  }
}

/** The ones of this window. */
export const recentThemes = new RecentThemes();
