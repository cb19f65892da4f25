/**
 * How many of the themes that were queued since the outbox last had nothing to send have arrived. What waits
 * is not counted along: it is asked for, so that a theme that is queued twice is one.
 */
export class QueueProgress {
  readonly #waiting: () => Iterable<string>;
  readonly #arrived = new Set<string>();
  /** What was handed in and is not written down yet, and how often. */
  readonly #announced = new Map<string, number>();

  /** `waiting`: what is sent sooner or later by itself, as keys of items. */
  constructor(waiting: () => Iterable<string>) {
    this.#waiting = waiting;
  }

  /** As the window shows it. */
  get counts(): { done: number; all: number } {
    const open = this.#open();
    const done = [...this.#arrived].filter((key) => !open.has(key)).length;
    return { done, all: done + open.size };
  }

  /** These are about to be queued: they are known as a whole, however long it takes to write them down. */
  announce(keys: readonly string[]): void {
    this.queueing();
    for (const key of keys) this.#announced.set(key, (this.#announced.get(key) ?? 0) + 1);
  }

  /** One of those that were announced was written down, or refused. */
  announcedOneEnded(key: string): void {
    const left = (this.#announced.get(key) ?? 0) - 1;
    if (left > 0) this.#announced.set(key, left);
    else this.#announced.delete(key);
  }

  /** Something is about to be queued, or goes on at a person's word: when nothing waits, what has arrived so far is over. */
  queueing(): void {
    // Of many that are handed in, only the first one looks at all that wait.
    if (this.#announced.size === 0 && this.#open().size === 0) this.#arrived.clear();
  }

  arrived(key: string): void {
    this.#arrived.add(key);
  }

  #open(): Set<string> {
    return new Set([...this.#waiting(), ...this.#announced.keys()]);
  }
}
