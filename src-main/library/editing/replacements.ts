/** Themes in whose place something else is being put: another version, or what a service answered. */

/** What is asked of such a theme meanwhile is asked of what is in its place then, in the order in which it is asked. */
export class Replacements {
  /** By theme; one that could not be replaced rejects it. */
  readonly #lines = new Map<string, Promise<unknown>>();

  /**
   * The end of what is being done with the theme, in whose place something is being put; `undefined` where nothing is.
   * Rejects where that could not be done.
   */
  endOf(id: string): Promise<unknown> | undefined {
    return this.#lines.get(id);
  }

  /** Puts something in the themes' places, once what was asked before of them is done. */
  replace<Done>(ids: readonly string[], work: () => Promise<Done>): Promise<Done> {
    const done = this.after(ids, work);
    for (const id of ids) this.#join(id, done);
    return done;
  }

  /** Does something with themes once what is being put in their places is there, or could not be. */
  async after<Done>(ids: readonly string[], work: () => Promise<Done>): Promise<Done> {
    const waited = ids.filter((id) => this.#lines.has(id));
    const ends = waited.flatMap((id) => this.#lines.get(id) ?? []);
    if (ends.length === 0) return work();
    const done = Promise.allSettled(ends).then(work);
    // Whoever asked for it is told what is wrong.
    const ended = done.catch(() => undefined);
    for (const id of waited) this.#join(id, ended);
    return done;
  }

  #join(id: string, done: Promise<unknown>): void {
    const line = Promise.all([this.#lines.get(id), done]);
    const leave = (): void => {
      if (this.#lines.get(id) === line) this.#lines.delete(id);
    };
    line.then(leave, leave);
    this.#lines.set(id, line);
  }
}
