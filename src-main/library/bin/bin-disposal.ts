/** Deletes themes of the bin for good, at a person's word or after their days. */
import type { DiscardedThemes } from '@shared/library';
import type { ProblemError } from '@shared/problem-error';
import { storageProblemError } from '../../storage/storage';
import type { LibraryLog } from '../library-options';
import { ofAnyLibrary, type Bin } from './bin';
import type { Listed } from './bin-entries';
import { daysLeft } from './bin-days';
import type { History } from '../history/history';
import { isNewerTheme, shownThemeIn } from '../folder/theme-file';

export interface BinDisposalOptions {
  readonly bin: Bin;
  readonly history: Pick<History, 'forget'>;
  /**
   * Looks into the library folder, and tells which themes may be in it. Throws when it can't be
   * looked at.
   */
  readonly whichMayBeInLibrary: () => Promise<(id: string) => boolean>;
  readonly log: Pick<LibraryLog, 'warn'>;
}

/**
 * Lets go of deleted themes for good. It is the only one that deletes a theme's history: that goes
 * after the last of the theme's entries, and only where no theme of that id is in the library.
 */
export class BinDisposal {
  readonly #options: BinDisposalOptions;

  constructor(options: BinDisposalOptions) {
    this.#options = options;
  }

  /**
   * Deletes entries for good; ones that are not there are passed over. Resolves also with what those were
   * called that it deleted. Never rejects.
   */
  async discard(asked: readonly string[]): Promise<DiscardedThemes & { names: string[] }> {
    const { bin } = this.#options;
    const listed = bin.listedOnce();
    const gone = new Set<string>();
    const names: string[] = [];
    const entries: string[] = [];
    let refused: ProblemError | undefined;
    for (const entry of asked) {
      try {
        const binned = await bin.find(entry);
        if (binned !== undefined) {
          await bin.empty(binned, listed);
          gone.add(binned.id);
          names.push(shownThemeIn(binned.text)?.name ?? binned.file);
        }
        entries.push(entry);
      } catch (error) {
        refused ??= storageProblemError(error, bin.folder);
      }
    }
    await this.#forgetHistories(gone);
    return { names, entries, problem: refused?.problem ?? null };
  }

  /**
   * Lets go of what was deleted 30 days ago, by a clock that went on without a jump all that time;
   * resolves with how many. A theme that a newer Foyer wrote waits for that one, or for a person who
   * deletes it; what the disk does not let go of, for the next start. Nobody waits while it is found out what is due:
   * what goes, goes together, `inTurn`.
   * @throws StorageError where not even the names can be had
   */
  async purge(inTurn: (task: () => Promise<number>) => Promise<number>): Promise<number> {
    const { bin } = this.#options;
    const clock = await bin.look();
    const due: string[] = [];
    for await (const binned of bin.each()) {
      if (daysLeft(binned, clock) <= 0 && !isNewerTheme(binned.text)) due.push(binned.entry);
    }
    return due.length === 0 ? 0 : await inTurn(() => this.#purgeAll(due));
  }

  async #purgeAll(due: readonly string[]): Promise<number> {
    const { bin, log } = this.#options;
    const listed = bin.listedOnce();
    const gone = new Set<string>();
    let purged = 0;
    for (const entry of due) {
      try {
        // What was restored meanwhile is not there.
        const binned = await bin.find(entry);
        if (binned === undefined) continue;
        await bin.empty(binned, listed);
        gone.add(binned.id);
        purged += 1;
      } catch (error) {
        log.warn('library.notPurged', { entry, error: String(error) });
      }
    }
    await this.#forgetHistories(gone);
    return purged;
  }

  /**
   * Never rejects: the themes are gone from the bin. A history that stays costs some room and can be
   * had again by a theme of that id; one that goes can't.
   */
  async #forgetHistories(ids: ReadonlySet<string>): Promise<void> {
    if (ids.size === 0) return;
    const { bin, whichMayBeInLibrary, log } = this.#options;
    // Anew: what came to the bin while the themes went keeps its history.
    const listed = bin.listedOnce();
    try {
      const mayBeInLibrary = await whichMayBeInLibrary();
      for (const id of ids) if (!mayBeInLibrary(id)) await this.#forgetHistory(id, listed);
    } catch (error) {
      log.warn('library.historiesKept', { error: String(error) });
    }
  }

  /** Only where the bin surely has nothing of the theme, also nothing that a newer Foyer put there. */
  async #forgetHistory(id: string, listed: Listed): Promise<void> {
    const { bin, history, log } = this.#options;
    try {
      const last = await bin.lastOf(id, ofAnyLibrary, listed);
      if (last === undefined) await history.forget(id);
    } catch (error) {
      log.warn('library.historiesKept', { error: String(error) });
    }
  }
}
