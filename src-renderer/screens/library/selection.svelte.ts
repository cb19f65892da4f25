/** Which themes are chosen in the library's grid. */

export class Selection {
  // Raw: the whole set is replaced, so that choosing ten thousand at once is one change.
  #ids = $state.raw<ReadonlySet<string>>(new Set());
  #anchor: string | null = null;

  /** Whether nothing is chosen. */
  readonly isEmpty: boolean = $derived(this.#ids.size === 0);

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Chooses a theme, or lets it go; ranges start from it then. */
  toggle(id: string): void {
    const ids = new Set(this.#ids);
    if (!ids.delete(id)) ids.add(id);
    this.#ids = ids;
    this.#anchor = id;
  }

  /**
   * Chooses everything between the theme toggled last and this one, in the order given. `from` is
   * where the range starts when none was toggled yet.
   */
  extend(order: readonly { id: string }[], to: string, from: string): void {
    const anchored = order.findIndex(({ id }) => id === this.#anchor);
    const start = anchored >= 0 ? anchored : order.findIndex(({ id }) => id === from);
    const end = order.findIndex(({ id }) => id === to);
    if (start < 0 || end < 0) return;
    this.#anchor = order[start]?.id ?? null;
    const range = order.slice(Math.min(start, end), Math.max(start, end) + 1);
    this.#ids = new Set([...this.#ids, ...range.map(({ id }) => id)]);
  }

  choose(ids: Iterable<string>): void {
    this.#ids = new Set(ids);
  }

  clear(): void {
    this.#ids = new Set();
    this.#anchor = null;
  }
}
