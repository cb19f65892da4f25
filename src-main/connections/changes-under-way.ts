/** Changes of connections that have begun: of what is stored of one, and of its token with it. */

/** While one is under way, nobody can say with which token, and to where, a request would leave. */
export class ChangesUnderWay {
  readonly #changes = new Map<string, Set<Promise<unknown>>>();
  /** Grows with each that begins. */
  #begun = 0;

  /** Runs a change of the connection, at once. */
  async during<T>(id: string, change: () => Promise<T>): Promise<T> {
    this.#begun += 1;
    const running = this.#changes.get(id) ?? new Set();
    this.#changes.set(id, running);
    const work = change();
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
      if (running.size === 0) this.#changes.delete(id);
    }
  }

  /** What `read` gives while no change of the connection is under way: waits for those that are. */
  async between<T>(id: string, read: () => Promise<T>): Promise<T> {
    for (;;) {
      const running = this.#changes.get(id);
      if (running) await Promise.allSettled(running);
      else {
        const before = this.#begun;
        const value = await read();
        if (this.#begun === before) return value;
      }
    }
  }
}
