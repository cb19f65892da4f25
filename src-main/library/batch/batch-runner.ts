/** Runs one task over many themes, with progress and a way to stop. */
import type { LibraryProgress } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import type { Problem } from '@shared/problem';
import { mapLimited } from '../../storage/storage';

/** How often progress is told at most, in ms. */
const notifyEveryMs = 100;

/** What came of it: one for each with which it was done, and why it was not with another. */
export interface BatchResult<Done> {
  readonly done: readonly Done[];
  readonly problem: Problem | null;
}

/** What hands in work to be done in its turn. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** One thing done with many themes: it tells how far it is, and can be stopped. */
export class BatchRunner {
  readonly #notify: (progress: LibraryProgress) => void;
  /** How often it was stopped: what was asked for before the last time is not gone on with. */
  #stops = 0;
  /** How many were asked for and have not ended. */
  #unended = 0;

  constructor(notify: (progress: LibraryProgress) => void) {
    this.#notify = notify;
  }

  get isAtWork(): boolean {
    return this.#unended > 0;
  }

  /**
   * Does `task` with each, `atOnce` at a time, once it is its turn; it resolves with what was done, or with `undefined`
   * where there was nothing to do. One that fails does not hold up the others.
   *
   * @throws ProblemError the first one, when nothing could be done; that of `inTurn`
   */
  async run<Item, Done>(
    work: NonNullable<LibraryProgress>['work'],
    items: readonly Item[],
    atOnce: number,
    inTurn: InTurn,
    task: (item: Item) => Promise<Done | undefined>,
  ): Promise<BatchResult<Done>> {
    const stops = this.#stops;
    this.#unended += 1;
    try {
      return await inTurn(async () => {
        const done: Done[] = [];
        let first: Problem | undefined;
        let ended = 0;
        let notifiedAt = -Infinity;
        try {
          await mapLimited(items, atOnce, async (item) => {
            if (stops !== this.#stops) return;
            try {
              const result = await task(item);
              if (result !== undefined) done.push(result);
            } catch (error) {
              if (!(error instanceof ProblemError)) throw error;
              first ??= error.problem;
            }
            ended += 1;
            const now = performance.now();
            if (items.length === 1 || now - notifiedAt < notifyEveryMs) return;
            notifiedAt = now;
            this.#notify({ work, done: ended, total: items.length });
          });
        } finally {
          if (items.length > 1) this.#notify(null);
        }
        if (first !== undefined && done.length === 0) throw new ProblemError(first);
        return { done, problem: first ?? null };
      });
    } finally {
      this.#unended -= 1;
    }
  }

  /** Ends what is under way after the themes that it is at, and what waits for its turn. */
  stop(): void {
    this.#stops += 1;
  }
}
