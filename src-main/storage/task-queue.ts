/** Runs tasks one after the other, in the order in which they were handed in. */
export class TaskQueue {
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs `task` when all earlier ones have ended; a failed task does not stop later ones. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task, task);
    // The caller hears of a failure through `result`; the queue only needs to know that it ended.
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything handed in so far has ended, well or not. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
