/**
 * The library as the windows see it: one snapshot from main, then its changes by revision. A gap in
 * the revisions means that a change was missed, so a new snapshot is taken.
 */
import type { FirstThemes } from '@shared/first-themes';
import type { LibraryChange, LibrarySnapshot, UnreadableFile } from '@shared/library';
import type { Problem } from '@shared/problem';
import { bridge, onEvent } from '../bridge';
import { tagCounts, withChange, type TagCount } from './library-change';
import { problemOf } from '../ui/reports.svelte';
import { outbox } from './outbox.svelte';
import { withDeliveries, type LibraryTheme } from './theme-status';

class Library {
  // Raw: ten thousand summaries are replaced as a whole, never changed in place.
  #snapshot = $state.raw<LibrarySnapshot | null>(null);
  /** What was there first when it was last seen; until the first snapshot. */
  #first = $state.raw<FirstThemes | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #missed: LibraryChange[] = [];
  /** The snapshot that is being taken. */
  #taking: Promise<void> | null = null;
  #end: (() => void) | null = null;

  /** All themes, in no promised order; none before they are loaded. */
  readonly themes: readonly LibraryTheme[] = $derived(
    withDeliveries(this.#snapshot?.themes ?? [], outbox.deliveries),
  );
  /**
   * The same to be looked at; before they are loaded, those that were first when last seen. Not to be
   * counted: how many there are of a kind is not known by them.
   */
  readonly seen: readonly LibraryTheme[] = $derived(
    this.#first ? withDeliveries(this.#first.themes, outbox.deliveries) : this.themes,
  );
  readonly count: number = $derived(this.#first?.count ?? this.themes.length);
  /** Every tag in use, by name. */
  readonly tags: readonly TagCount[] = $derived(this.#first?.tags ?? tagCounts(this.themes));
  /** How many themes each filter showed when they were last seen, by its name; until they are loaded. */
  readonly firstCounts: FirstThemes['counts'] | undefined = $derived(this.#first?.counts);
  /** Files in the library folder that can't be read; they stay where they are. */
  readonly unreadable: readonly UnreadableFile[] = $derived(this.#snapshot?.unreadable ?? []);
  /** The library folder's path; empty until the first snapshot. */
  readonly folder: string = $derived(this.#snapshot?.folder ?? '');
  readonly #ids: LibrarySnapshot['ids'] = $derived(this.#snapshot?.ids ?? [0]);
  /** Whether there was a first snapshot. Before that, nothing is known: not even emptiness. */
  readonly isLoaded: boolean = $derived(this.#snapshot !== null);
  /** Why the last snapshot could not be had; `null` when it could. */
  readonly problem: Problem | null = $derived(this.#problem);
  /** The folder went away while Foyer runs; what is shown is what was last seen. */
  readonly folderProblem: Problem | null = $derived(this.#snapshot?.folderProblem ?? null);

  /**
   * Listens first and takes the snapshot then, so that no change falls between. Never rejects: a
   * failure stands in `problem`, where the library's screen shows it.
   */
  async start(): Promise<void> {
    this.end();
    // Main may have been started again, and then counts from the beginning.
    this.#snapshot = null;
    this.#missed = [];
    this.#end = onEvent('library.changed', (change) => this.#apply(change));
    await this.refresh();
  }

  /** Shows what was first when it was last seen, until the first snapshot. */
  showFirst(first: FirstThemes): void {
    this.#first = first;
  }

  /** Stops listening. */
  end(): void {
    this.#end?.();
    this.#end = null;
  }

  /**
   * Takes a new snapshot, or waits for the one that is being taken. A failure is kept in `problem`; what was
   * known before stays.
   */
  refresh(): Promise<void> {
    return (this.#taking ??= this.#take());
  }

  /** Resolves when what is shown is what main has told of. */
  async settled(): Promise<void> {
    await this.#taking;
  }

  /** Tells it from any other library, as main does; 0 before the first snapshot, which is none. */
  get id(): number {
    return this.#ids[0];
  }

  /** Whether this is that library. */
  is(id: number): boolean {
    return this.#ids.includes(id);
  }

  async #take(): Promise<void> {
    try {
      this.#snapshot = await bridge.library.list();
      this.#first = null;
      this.#problem = null;
    } catch (error) {
      // What was there is not what is: it can't be had.
      this.#first = null;
      this.#problem = problemOf(error);
      return;
    } finally {
      this.#taking = null;
    }
    const missed = this.#missed;
    this.#missed = [];
    for (const change of missed) this.#apply(change);
    // Of what came meanwhile, some was missed all the same.
    await this.settled();
  }

  #apply(change: LibraryChange): void {
    if (this.#taking) {
      this.#missed.push(change);
      return;
    }
    // It could not be had before, and something of it is told now.
    if (this.#snapshot === null) {
      void this.refresh();
      return;
    }
    if (change.revision <= this.#snapshot.revision) return;
    if (change.revision === this.#snapshot.revision + 1) {
      this.#snapshot = withChange(this.#snapshot, change);
      return;
    }
    void this.refresh();
  }
}

/** The one library of this window. */
export const library = new Library();
