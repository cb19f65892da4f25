/** How many of the themes that were queued since the outbox was last empty have arrived. */
export class QueueProgress {
  #done = 0;
  #all = 0;
  /** Requests that were handed in and are not written down yet. */
  #announced = 0;

  /** As the window shows it. */
  get counts(): { done: number; all: number } {
    return { done: this.#done, all: this.#all + this.#announced };
  }

  /** So many are about to be queued: they are known as a whole, however long it takes to write them down. */
  announce(count: number): void {
    if (this.#done === this.#all) {
      this.#done = 0;
      this.#all = 0;
    }
    this.#announced += count;
  }

  /** One of those that were announced was written down, or refused. */
  announcedOneEnded(): void {
    this.#announced -= 1;
  }

  added(): void {
    this.#all += 1;
  }

  removed(): void {
    this.#all = Math.max(this.#done, this.#all - 1);
  }

  arrived(): void {
    this.#done += 1;
  }

  /** So many wait, as the disk tells. */
  recount(waiting: number): void {
    this.#all = this.#done + waiting;
  }
}
