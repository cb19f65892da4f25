/** Tries again to keep versions that the disk refused. */
import { GrowingPause, TaskQueue } from '../../storage/storage';
import { mostUnnamed, type History, type NewVersion } from './history';
import type { LibraryLog } from '../library-options';

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
  readonly #trying = new TaskQueue();
  /** In the order in which they were handed in. */
  readonly #waiting = new Map<NewVersion, Unkept>();
  readonly #retry: GrowingPause;
  #isClosed = false;

  constructor(options: { history: Pick<History, 'keep'>; retryMs: number; log: LibraryLog }) {
    this.#history = options.history;
    this.#log = options.log;
    this.#retry = new GrowingPause(options.retryMs, () => void this.settle());
  }

  /** Those that the disk refuses still. */
  get waiting(): readonly Unkept[] {
    return [...this.#waiting.values()];
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
      this.#waiting.set(version, { id, version, error });
      this.#makeRoom(id);
      this.#retryLater();
    }
  }

  /** No history keeps more of a theme than its newest ones: those before them wait for nothing. */
  #makeRoom(id: string): void {
    const ofTheme = this.waiting.filter((each) => each.id === id);
    for (const { version } of ofTheme.slice(0, -mostUnnamed)) this.#waiting.delete(version);
  }

  /** Tries all of them once more. Never rejects. */
  settle(): Promise<void> {
    return this.#trying.run(async () => {
      for (const each of this.waiting) {
        const { id, version } = each;
        try {
          await this.#history.keep(id, version);
          this.#waiting.delete(version);
          this.#log.info('library.versionKeptLater', { id });
        } catch (error) {
          // It was logged when it failed first; it may have made room meanwhile.
          if (this.#waiting.has(version)) this.#waiting.set(version, { ...each, error });
        }
      }
      if (this.#waiting.size === 0) this.#retry.end();
      else this.#retryLater();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#retry.end();
  }

  #retryLater(): void {
    if (!this.#isClosed) this.#retry.begin();
  }
}
