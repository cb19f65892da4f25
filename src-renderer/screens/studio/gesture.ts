/** Which edits are one step for undo: a word being typed, a drag through a picker. */

let count = 0;

/** A run of edits that belong together, under one name until it ends or rests. */
export class Gesture {
  #name = '';
  #lastUse = -Infinity;

  /** `rest` is how long a pause may be within one run, milliseconds. */
  constructor(readonly rest: number) {}

  /** The name of the run, to be given with the edit that is made now. */
  name(): string {
    const now = performance.now();
    if (this.#name === '' || now - this.#lastUse > this.rest) {
      count += 1;
      // The page's start makes it differ from those of the window's earlier life.
      this.#name = `${Math.round(performance.timeOrigin)}-${count}`;
    }
    this.#lastUse = now;
    return this.#name;
  }

  /** Ends the run: the next edit is a step of its own. */
  end(): void {
    this.#name = '';
  }
}

/** While typing: a pause of a second begins a new step. */
export function typingGesture(): Gesture {
  return new Gesture(1_000);
}
