/** The long work of the room: one after the other, so that there is one progress and one thing to stop. */
import type { TransferProgress } from '@shared/transfer';
import { TaskQueue } from '../storage/storage';
import { Work } from './work';

export type TransferWork = 'import' | 'export' | 'backup' | 'restore';

export class Works {
  readonly #tell: (progress: TransferProgress) => void;
  readonly #queue = new TaskQueue();
  /** What was handed in and has not ended, in order. */
  readonly #handedIn: TransferWork[] = [];
  #current: Work | undefined;
  #isAsking = false;
  #isEnding = false;

  constructor(tell: (progress: TransferProgress) => void) {
    this.#tell = tell;
  }

  /** What would be cut off. As long as a person is asked for a file nothing was begun. */
  get underWay(): readonly TransferWork[] {
    return this.#handedIn.slice(this.#isAsking ? 1 : 0);
  }

  /** Runs `task` in its turn. */
  run<Result>(what: TransferWork, task: () => Promise<Result>): Promise<Result> {
    this.#handedIn.push(what);
    return this.#queue.run(async () => {
      try {
        return await task();
      } finally {
        this.#handedIn.shift();
      }
    });
  }

  /** Asks a person, within a task. */
  async asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.#isAsking = true;
    try {
      return await ask();
    } finally {
      this.#isAsking = false;
    }
  }

  /** Does what tells how far it is and can be stopped, within a task. */
  async working<Result>(
    kind: NonNullable<TransferProgress>['work'],
    total: number,
    run: (work: Work) => Promise<Result>,
  ): Promise<Result> {
    const work = new Work(kind, total, this.#tell);
    if (this.#isEnding) work.stop();
    this.#current = work;
    try {
      return await run(work);
    } finally {
      this.#current = undefined;
      work.end();
    }
  }

  stop(): void {
    this.#current?.stop();
  }

  /** Ends what is under way after the theme that it is at, and what waits for its turn. */
  end(): void {
    this.#isEnding = true;
    this.stop();
  }
}
