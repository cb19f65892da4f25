import type { UnmadeChange } from './editing/coming-changes';
import type { UnsavedTheme } from './editing/open-themes';
import type { WaitingChanges } from './editing/waiting-changes';
import type { LibraryParts } from './library-parts';

/** A file that takes longer to be read holds up no end: its theme is named. In ms. */
const usualReadWithinMs = 1_000;

/** What is to be changed of themes that are not open, as Foyer or its system ends. */
export class LastChanges {
  readonly #later: WaitingChanges;
  readonly #coming: LibraryParts['coming'];
  readonly #withinMs: number;

  constructor(later: WaitingChanges, { coming }: LibraryParts, withinMs = usualReadWithinMs) {
    this.#later = later;
    this.#coming = coming;
    this.#withinMs = withinMs;
  }

  /**
   * Makes what can be made in a moment; what waits for the library itself, which may be being moved, is waited for. Resolves
   * with those that can't be: the window that would tell of them may be gone by then; more may come to them later. Never
   * rejects.
   */
  async make(): Promise<readonly UnmadeChange[]> {
    const refused: UnmadeChange[] = [];
    let isTried = false;
    const tried = this.#later.tryAll().then(() => (isTried = true));
    const made = Promise.all([tried, this.#coming.allEnded((change) => refused.push(change))]);
    let isReading: boolean;
    do {
      isReading = this.#isReading;
      await this.#aMomentFor(made);
      // Of what began to be read only in this moment, the next one is.
    } while (!isTried && !(isReading && this.#isReading));
    return refused;
  }

  get #isReading(): boolean {
    return this.#coming.unmade.length > 0;
  }

  async #aMomentFor(made: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const moment = new Promise<void>((over) => (timer = setTimeout(over, this.#withinMs)));
    await Promise.race([made, moment]);
    clearTimeout(timer);
  }

  /** The themes that lack what was to be changed of them, each once; `refused` are those that `make` found. */
  unmade(refused: readonly UnmadeChange[] = []): readonly UnsavedTheme[] {
    const coming = [...this.#coming.unmade, ...refused].filter(
      ({ id }) => !this.#later.isAnyOf(id),
    );
    const themes = new Map(coming.map(({ id, name, problem }) => [id, { name, problem }]));
    return [...this.#later.unmade, ...themes.values()];
  }
}

/**
 * Writes everything that is unsaved, for quitting. Resolves with the themes that could not be
 * saved. Never rejects.
 */
export async function flush({
  batch,
  turns,
  folder,
  themes,
  cleanup,
  history,
  keeper,
}: LibraryParts): Promise<readonly UnsavedTheme[]> {
  // Each theme is in one place or the other: the rest can be done another time.
  batch.stop();
  await turns.idle();
  if (folder.found === undefined) return [];
  await themes.saveWhatIsTyped();
  await folder.saveIndex();
  await cleanup.ended();
  // What is older first: versions are in the order in which they were kept.
  await keeper.settle();
  await keeper.keepEdited();
  await history.idle();
  // Somebody may have gone on.
  await themes.saveWhatIsTyped();
  return themes.unsaved;
}

/** Writes what is unsaved before it returns; gives what could not be saved. */
export function flushAtOnce({ themes, keeper }: LibraryParts): readonly UnsavedTheme[] {
  themes.saveAtOnce();
  // Not waited for: the edits are in their files, and the system mostly leaves the time for it.
  void keeper.keepEdited();
  return themes.unsaved;
}

/** What was accepted is on the disk when it returns; nothing is accepted any more. */
export function close(parts: LibraryParts): void {
  parts.themes.saveAtOnce();
  parts.keeper.close();
  parts.folder.close();
}
