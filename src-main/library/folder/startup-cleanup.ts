import { removeLeftovers, returnAside, type TaskQueue } from '../../storage/storage';
import type { BinDisposal } from '../bin/bin-disposal';
import type { LibraryLog } from '../library-options';
import type { LibraryFolder } from './library-folder';

const dayMs = 24 * 60 * 60 * 1_000;

/** What may as well be done after the start; failures are no one's problem now. */
export class StartupCleanup {
  readonly #folder: LibraryFolder;
  readonly #disposal: BinDisposal;
  readonly #queue: TaskQueue;
  readonly #log: LibraryLog;
  #running: Promise<void> = Promise.resolve();

  /** The bin is purged in its turn in `queue`. */
  constructor(folder: LibraryFolder, disposal: BinDisposal, queue: TaskQueue, log: LibraryLog) {
    this.#folder = folder;
    this.#disposal = disposal;
    this.#queue = queue;
    this.#log = log;
  }

  begin(): void {
    this.#running = this.#cleanUp();
  }

  /** Resolves when it is over. Never rejects. */
  ended(): Promise<void> {
    return this.#running;
  }

  async #cleanUp(): Promise<void> {
    try {
      await removeLeftovers(this.#folder.path, dayMs);
      await returnAside(this.#folder.path, dayMs);
      // In its turn: what is being restored or deleted for good is not purged meanwhile.
      const purged = await this.#queue.run(() => this.#disposal.purge());
      if (purged > 0) this.#log.info('library.binPurged', { purged });
    } catch (error) {
      this.#log.warn('library.notCleanedUp', { error: String(error) });
    }
  }
}
