/** When a page that crashed is brought back. */

/** So many in so many ms, and it stays away: it would only die again. */
const most = 3;
const withinMs = 60_000;

/**
 * Counts the crashes of one window's page. `mayComeBack` is to be asked at each: those of an hour ago
 * say nothing about the next, in a window that is open for weeks.
 */
export class PageCrashes {
  readonly #now: () => number;
  #times: number[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  mayComeBack(): boolean {
    const now = this.#now();
    this.#times = [...this.#times.filter((at) => now - at < withinMs), now];
    return this.#times.length <= most;
  }
}
