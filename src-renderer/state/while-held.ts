/** Asking again for what the disk refused: nobody tells when a file that a scanner holds can be read. */
import type { Problem } from '@shared/problem';

const firstWait = 500;
const longestWait = 30_000;

/** Asks again for one thing as long as it is held, after a pause, and then after longer and longer ones. */
export class WhileHeld {
  #again: ReturnType<typeof setTimeout> | undefined;
  #wait = firstWait;

  /** It could not be had. What something else brought about makes no pause longer. */
  failed({ code }: Pick<Problem, 'code'>, ask: () => void): void {
    clearTimeout(this.#again);
    if (!code.startsWith('storage')) return;
    this.#again = setTimeout(() => {
      this.#wait = Math.min(2 * this.#wait, longestWait);
      ask();
    }, this.#wait);
  }

  /** It is there, or not wanted any more. */
  end(): void {
    clearTimeout(this.#again);
    this.#wait = firstWait;
  }
}
