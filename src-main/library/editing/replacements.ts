/** Themes in whose place something else is being put: another version, or what a service answered. */

/** What is being done with a theme, one after the other. */
interface Line {
  /** All of it has ended; never rejects. */
  readonly end: Promise<unknown>;
  /** What was put in its place last; rejects where that could not be done. */
  readonly newest: Promise<unknown>;
}

/** What is asked of such a theme meanwhile is asked of what is in its place then, in the order in which it is asked. */
export class Replacements {
  readonly #lines = new Map<string, Line>();

  /**
   * What `read` gives of the theme once that is what a person wanted it to be; `undefined` where nothing is being put in its
   * place. Rejects where what they wanted there last could not be put there.
   */
  readOnceReplaced<Done>(id: string, read: () => Promise<Done>): Promise<Done> | undefined {
    const line = this.#lines.get(id);
    if (line === undefined) return undefined;
    const done = line.end.then(() => line.newest).then(read);
    this.#join(id, done, line.newest);
    return done;
  }

  /** Puts something in the themes' places, once what was asked before of them is done. */
  replace<Done>(ids: readonly string[], work: () => Promise<Done>): Promise<Done> {
    const done = this.after(ids, work);
    for (const id of ids) this.#join(id, done, done);
    return done;
  }

  /** Does something with themes once what is being put in their places is there, or could not be. */
  async after<Done>(ids: readonly string[], work: () => Promise<Done>): Promise<Done> {
    const lines = ids.flatMap((id) => {
      const line = this.#lines.get(id);
      return line === undefined ? [] : [{ id, line }];
    });
    if (lines.length === 0) return work();
    const done = Promise.all(lines.map(({ line }) => line.end)).then(work);
    for (const { id, line } of lines) this.#join(id, done, line.newest);
    return done;
  }

  #join(id: string, done: Promise<unknown>, newest: Promise<unknown>): void {
    const end = Promise.allSettled([this.#lines.get(id)?.end, done]).then(() => {
      if (this.#lines.get(id)?.end === end) this.#lines.delete(id);
    });
    // Whoever asked for it is told.
    newest.catch(() => undefined);
    this.#lines.set(id, { end, newest });
  }
}
