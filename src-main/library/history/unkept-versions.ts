/** Tries again to keep versions that the disk refused. */
import { TaskQueue } from '../../storage/storage';
import type { History, NewVersion } from './history';
import type { LibraryLog } from '../library-options';

const longestRetryMs = 60_000;
/** So many wait at most; a history that can't be written for so long is out of reach. */
const most = 200;

/** A version that is in memory alone. */
export interface Unkept {
  readonly id: string;
  readonly version: NewVersion;
  /** What the disk said last. */
  readonly error: unknown;
}

/** Versions that the disk did not take at the moment: each is tried again until it is kept. */
export class UnkeptVersions {
  readonly #history: Pick<History, 'keep'>;
  readonly #log: LibraryLog;
  readonly #firstRetryMs: number;
  readonly #trying = new TaskQueue();
  #waiting: Unkept[] = [];
  #retryMs: number;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: { history: Pick<History, 'keep'>; retryMs: number; log: LibraryLog }) {
    this.#history = options.history;
    this.#log = options.log;
    this.#firstRetryMs = options.retryMs;
    this.#retryMs = options.retryMs;
  }

  /** Those that the disk refuses still. */
  get waiting(): readonly Unkept[] {
    return this.#waiting;
  }

  /**
   * Does not wait for those that wait, of whatever theme: each has its place from when it is handed in.
   * Never rejects, and resolves after the first try.
   */
  async keep(id: string, version: NewVersion): Promise<void> {
    try {
      await this.#history.keep(id, version);
    } catch (error) {
      this.#log.error('library.versionNotKept', { id, error: String(error) });
      if (this.#waiting.length < most) this.#waiting.push({ id, version, error });
      this.#retryLater();
    }
  }

  /** Tries all of them once more. Never rejects. */
  settle(): Promise<void> {
    return this.#trying.run(async () => {
      const [...all] = this.#waiting;
      for (const each of all) {
        try {
          await this.#history.keep(each.id, each.version);
          this.#waiting = this.#waiting.filter((other) => other !== each);
          this.#log.info('library.versionKeptLater', { id: each.id });
        } catch (error) {
          // It was logged when it failed first.
          this.#waiting = this.#waiting.map((other) =>
            other === each ? { ...each, error } : other,
          );
        }
      }
      if (this.#waiting.length === 0) this.#retryMs = this.#firstRetryMs;
      else this.#retryLater();
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #retryLater(): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.settle();
    }, this.#retryMs);
    this.#timer.unref();
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
  }
}
