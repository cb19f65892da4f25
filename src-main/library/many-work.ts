import type { LibraryProgress, ManyDone } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import type { Problem } from '@shared/problem';
import { mapLimited, type TaskQueue } from '../storage/storage';

/** How often progress is told at most, in ms. */
const tellEveryMs = 100;

/** One thing done with many themes: it tells how far it is, and can be stopped. */
export class ManyWork {
  readonly #tell: (progress: LibraryProgress) => void;
  readonly #queue: TaskQueue;
  /** How often it was stopped: what was asked for before the last time is not gone on with. */
  #stops = 0;

  /** Work is done in its turn in `queue`. */
  constructor(queue: TaskQueue, tell: (progress: LibraryProgress) => void) {
    this.#queue = queue;
    this.#tell = tell;
  }

  /**
   * Does `task` with each, `atOnce` at a time; it resolves with the id that is to be told as done,
   * or with `undefined` where there was nothing to do. One that fails does not hold up the others.
   *
   * @throws ProblemError the first one, when nothing could be done
   */
  run<Item>(
    work: NonNullable<LibraryProgress>['work'],
    items: readonly Item[],
    atOnce: number,
    task: (item: Item) => Promise<string | undefined>,
  ): Promise<ManyDone> {
    const stops = this.#stops;
    return this.#queue.run(async () => {
      const ids: string[] = [];
      let first: Problem | undefined;
      let ended = 0;
      let toldAt = -Infinity;
      try {
        await mapLimited(items, atOnce, async (item) => {
          if (stops !== this.#stops) return;
          try {
            const id = await task(item);
            if (id !== undefined) ids.push(id);
          } catch (error) {
            if (!(error instanceof ProblemError)) throw error;
            first ??= error.problem;
          }
          ended += 1;
          const now = performance.now();
          if (items.length === 1 || now - toldAt < tellEveryMs) return;
          toldAt = now;
          this.#tell({ work, done: ended, total: items.length });
        });
      } finally {
        if (items.length > 1) this.#tell(null);
      }
      if (first !== undefined && ids.length === 0) throw new ProblemError(first);
      return { ids, problem: first ?? null };
    });
  }

  /** Ends what is under way after the themes that it is at, and what waits for its turn. */
  stop(): void {
    this.#stops += 1;
  }
}
