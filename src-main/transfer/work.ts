import type { TransferProgress } from '@shared/transfer';

/** How often progress is told at most, in ms. */
const tellEveryMs = 50;

/** One long work: how far it is, and whether a person stopped it. */
export class Work {
  readonly #kind: NonNullable<TransferProgress>['work'];
  readonly #total: number;
  readonly #tell: (progress: TransferProgress) => void;
  #done = 0;
  #toldAt = 0;
  #isStopped = false;

  constructor(
    kind: NonNullable<TransferProgress>['work'],
    total: number,
    tell: (progress: TransferProgress) => void,
  ) {
    this.#kind = kind;
    this.#total = total;
    this.#tell = tell;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** One more is done. */
  step(): void {
    this.#done += 1;
    const now = Date.now();
    // A clock that was put back must not silence it.
    if (Math.abs(now - this.#toldAt) < tellEveryMs) return;
    this.#toldAt = now;
    this.#tell({ work: this.#kind, done: this.#done, total: this.#total });
  }

  end(): void {
    this.#tell(null);
  }
}
