/** The longest pause before what no event tells is looked for again. */
const longestMs = 60_000;

/** Tries again what fails and of whose end no event tells: after a pause, which doubles each time. */
export class GrowingPause {
  readonly #firstMs: number;
  readonly #tryAgain: () => void;
  #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(firstMs: number, tryAgain: () => void) {
    this.#firstMs = firstMs;
    this.#tryAgain = tryAgain;
    this.#ms = firstMs;
  }

  /** It failed: it is tried again after a pause, if it isn't to be already. */
  begin(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#tryAgain();
    }, this.#ms);
    // Nothing to keep a program running for.
    this.#timer.unref();
    this.#ms = Math.min(2 * this.#ms, longestMs);
  }

  /** It went well, or isn't wanted any more: the next failure is a first one. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#ms = this.#firstMs;
  }
}
