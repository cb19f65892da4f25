/**
 * Files that could not be read: a disk that is busy, a scanner that holds one, too many open files.
 * No event tells when that is over, so each is looked at again, less and less often.
 */
export class FailedReads {
  readonly #lookAgain: (name: string) => void;
  readonly #firstMs: number;
  readonly #longestMs: number;
  readonly #waiting = new Map<string, { readonly timer: NodeJS.Timeout; readonly ms: number }>();
  #isClosed = false;

  constructor(lookAgain: (name: string) => void, firstMs: number, longestMs = 60_000) {
    this.#lookAgain = lookAgain;
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
  }

  /** It failed: it is looked at again after a pause, which doubles each time. */
  failed(name: string): void {
    if (this.#isClosed) return;
    const before = this.#waiting.get(name);
    clearTimeout(before?.timer);
    const ms = before === undefined ? this.#firstMs : Math.min(before.ms * 2, this.#longestMs);
    const timer = setTimeout(() => {
      this.#lookAgain(name);
    }, ms);
    timer.unref();
    this.#waiting.set(name, { timer, ms });
  }

  /** It could be read, or is gone. */
  settled(name: string): void {
    clearTimeout(this.#waiting.get(name)?.timer);
    this.#waiting.delete(name);
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }
}
