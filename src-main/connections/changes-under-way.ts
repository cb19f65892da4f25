/** Changes of connections that have begun: of what is stored of one, and of its token with it. */

/** The changes of one connection, from when one begins until none is under way. */
interface Running {
  count: number;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** While one is under way, nobody can say with which token, and to where, a request would leave. */
export class ChangesUnderWay {
  readonly #changes = new Map<string, Running>();
  /** Grows with each that begins. */
  #begun = 0;

  /** Runs a change of the connection, at once. */
  async during<T>(id: string, change: () => Promise<T>): Promise<T> {
    this.#begun += 1;
    const running = this.#changes.get(id) ?? noneYet();
    this.#changes.set(id, running);
    running.count += 1;
    try {
      return await change();
    } finally {
      running.count -= 1;
      if (running.count === 0) {
        this.#changes.delete(id);
        running.end();
      }
    }
  }

  /**
   * What `read` gives while no change of the connection is under way: waits for those that are, and for those that
   * begin meanwhile. Who came first goes on first: all wait for the same end.
   */
  async between<T>(id: string, read: () => Promise<T>): Promise<T> {
    for (;;) {
      const running = this.#changes.get(id);
      if (running) await running.ended;
      else {
        const before = this.#begun;
        const value = await read();
        if (this.#begun === before) return value;
      }
    }
  }
}

function noneYet(): Running {
  let end = (): void => undefined;
  const ended = new Promise<void>((done) => (end = done));
  return { count: 0, ended, end };
}
