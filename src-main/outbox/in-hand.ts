/** A person's words that are being carried out: Foyer waits with its end until they are written down. */
export class InHand {
  #size = 0;
  /** Whoever waits until there is none. */
  #allEnded = (): void => undefined;

  /** How many there are. */
  get size(): number {
    return this.#size;
  }

  /** One more; to be called back once, when it is written down or refused. */
  begin(): () => void {
    this.#size += 1;
    return () => {
      this.#size -= 1;
      if (this.#size === 0) this.#allEnded();
    };
  }

  /** Runs what a person said. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const end = this.begin();
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Resolves when there is none; for whoever ends Foyer, once. */
  async none(): Promise<void> {
    if (this.#size === 0) return;
    await new Promise<void>((resolve) => (this.#allEnded = resolve));
  }
}
