/** When edits go to the disk, all in ms. */
export interface SavePace {
  /** After this much rest. */
  readonly restMs: number;
  /** At the latest this long after the first unsaved edit. */
  readonly latestMs: number;
  /** First pause before a failed save is tried again; it doubles up to `longestRetryMs`. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
}

export const usualSavePace: SavePace = {
  restMs: 300,
  latestMs: 1_000,
  retryMs: 2_000,
  longestRetryMs: 60_000,
};

/** Decides when an open theme is saved: soon after it was edited, and again after a failure. */
export class SaveTimer {
  readonly #pace: SavePace;
  readonly #save: () => void;
  #rest: NodeJS.Timeout | undefined;
  #latest: NodeJS.Timeout | undefined;
  #retryMs: number;
  #isClosed = false;

  constructor(pace: SavePace, save: () => void) {
    this.#pace = pace;
    this.#save = save;
    this.#retryMs = pace.retryMs;
  }

  /** The theme was edited. */
  saveLater(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(this.#save, this.#pace.restMs);
    this.#latest ??= setTimeout(this.#save, this.#pace.latestMs);
  }

  /** A save failed. */
  retryLater(): void {
    if (this.#isClosed || this.#rest !== undefined) return;
    this.#rest = setTimeout(this.#save, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, this.#pace.longestRetryMs);
  }

  /** The disk took a save: the next failure is a first one again. */
  succeeded(): void {
    this.#retryMs = this.#pace.retryMs;
  }

  /** What waits is saved now, or is saved already. */
  clear(): void {
    clearTimeout(this.#rest);
    clearTimeout(this.#latest);
    this.#rest = undefined;
    this.#latest = undefined;
  }

  /** Nothing is saved by itself any more. */
  close(): void {
    this.#isClosed = true;
    this.clear();
  }
}
