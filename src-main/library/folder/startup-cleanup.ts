import { removeLeftovers, returnAside } from '../../storage/storage';
import type { Bin } from '../bin/bin';
import type { BinDisposal } from '../bin/bin-disposal';
import type { LibraryLog } from '../library-options';
import type { LibraryFolder } from './library-folder';
import type { LibraryTurns } from './library-turns';
import { shownThemeIn } from './theme-file';

const dayMs = 24 * 60 * 60 * 1_000;

/** What may as well be done after the start; failures are no one's problem now. */
export class StartupCleanup {
  readonly #folder: LibraryFolder;
  readonly #bin: Pick<Bin, 'holds'>;
  readonly #disposal: BinDisposal;
  readonly #turns: LibraryTurns;
  readonly #log: LibraryLog;
  #running: Promise<void> = Promise.resolve();

  /** The bin is purged in its turn. */
  constructor(
    folder: LibraryFolder,
    bin: Pick<Bin, 'holds'>,
    disposal: BinDisposal,
    turns: LibraryTurns,
    log: LibraryLog,
  ) {
    this.#folder = folder;
    this.#bin = bin;
    this.#disposal = disposal;
    this.#turns = turns;
    this.#log = log;
  }

  begin(): void {
    this.#running = this.#cleanUp();
  }

  /** Resolves when it is over. Never rejects. */
  ended(): Promise<void> {
    return this.#running;
  }

  /** Whether a theme is as it is in that text in the library, or in the bin: its deletion was held up. */
  async #isKept(text: string): Promise<boolean> {
    const id = shownThemeIn(text)?.id;
    if (id === undefined) return false;
    const { catalogue, folder } = this.#folder.state;
    const file = catalogue.fileOf(id);
    const read = file === undefined ? undefined : await folder.read(file);
    if (read?.state === 'ok' && read.text === text) return true;
    return this.#bin.holds(id, text);
  }

  async #cleanUp(): Promise<void> {
    try {
      await removeLeftovers(this.#folder.path, dayMs);
      await returnAside(this.#folder.path, dayMs, (text) => this.#isKept(text));
      // In its turn: what is being restored or deleted for good is not purged meanwhile.
      const purged = await this.#disposal.purge((task) => this.#turns.ofAny(task));
      if (purged > 0) this.#log.info('library.binPurged', { purged });
    } catch (error) {
      this.#log.warn('library.notCleanedUp', { error: String(error) });
    }
  }
}
