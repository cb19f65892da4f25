/**
 * The log of what happened as far as it was looked at: pages from main, newest first, and each entry that
 * is new or ended since.
 */
import type { ActivitySource, ListedEntry } from '@shared/activity';
import { isSent } from '@shared/listed-entry';
import type { Problem } from '@shared/problem';
import { bridge, onEvent } from '../bridge';
import { mergedEntries, withEntry } from './activity-merge';
import { problemOf } from '../ui/reports.svelte';
import { WhileHeld } from './while-held';

/** How many entries a page has. */
export const activityPage = 100;
/** How many main gives at most. */
const largestPage = 500;

class Activity {
  // Raw: entries are replaced, never changed in place.
  #entries = $state.raw<readonly ListedEntry[]>([]);
  #hasMore = $state(true);
  #isLoading = $state(false);
  #problem = $state.raw<Problem | null>(null);
  #unread = $state.raw<readonly string[]>([]);
  #end: (() => void) | null = null;
  // An answer to an earlier start is no longer wanted.
  #generation = 0;
  // Where the next page goes on: an event may have brought an entry from beyond the last page.
  #oldestListed: number | undefined;
  readonly #held = new WhileHeld();

  /** Newest first. */
  readonly entries: readonly ListedEntry[] = $derived(this.#entries);
  /** Whether main has older ones than the last of these. */
  readonly hasMore: boolean = $derived(this.#hasMore);
  readonly isLoading: boolean = $derived(this.#isLoading);
  /** Why the last page could not be had; `null` when it could. */
  readonly problem: Problem | null = $derived(this.#problem);

  /** Files of the log that could not be read for some page: what is in them is missing. */
  readonly unread: readonly string[] = $derived(this.#unread);

  /** Listens first and takes the newest page then. Never rejects: a failure stands in `problem`. */
  async start(): Promise<void> {
    this.end();
    this.#entries = [];
    this.#oldestListed = undefined;
    this.#hasMore = true;
    const ends = [
      onEvent('activity.changed', (entry) => this.#apply(entry)),
      onEvent('activity.dropped', ({ source, before }) => this.#drop(source, before)),
    ];
    this.#end = () => {
      for (const end of ends) end();
    };
    await this.loadMore();
  }

  /** Stops listening. */
  end(): void {
    this.#end?.();
    this.#end = null;
    this.#generation += 1;
    this.#isLoading = false;
    this.#held.end();
  }

  /** Takes the next older page, unless one is on its way or there is none. */
  async loadMore(limit = activityPage): Promise<void> {
    if (this.#isLoading || !this.#hasMore) return;
    const generation = this.#generation;
    this.#isLoading = true;
    await this.#list({ ...this.#oldest(), limit });
    if (generation === this.#generation) this.#isLoading = false;
  }

  /**
   * Takes a page, and takes it again without a word while the disk refuses it, or all that was taken while the disk
   * refuses some of it. Never rejects.
   */
  async #list(page: { before?: number; limit: number }): Promise<void> {
    const generation = this.#generation;
    try {
      const { entries, hasMore, unread = [] } = await bridge.activity.list(page);
      if (generation !== this.#generation) return;
      this.#entries = mergedEntries(this.#entries, entries);
      this.#oldestListed = entries.at(-1)?.sequence ?? this.#oldestListed;
      this.#hasMore = hasMore;
      // An older page says nothing of what is missing in those before it.
      if (page.before === undefined || unread.length > 0) this.#unread = unread;
      this.#problem = null;
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#problem = problemOf(error);
    }
    if (this.#problem) this.#held.failed(this.#problem, () => void this.#list(page));
    else if (this.#unread.length > 0) {
      this.#held.failed({ code: 'storageNotRead' }, () => {
        const limit = Math.max(activityPage, this.#entries.length);
        void this.#list({ limit: Math.min(limit, largestPage) });
      });
    } else this.#held.end();
  }

  #oldest(): { before?: number } {
    return this.#oldestListed === undefined ? {} : { before: this.#oldestListed };
  }

  #drop(source: ActivitySource, before: number): void {
    this.#entries = this.#entries.filter(
      (entry) => entry.sequence >= before || isSent(entry) !== (source === 'sent'),
    );
  }

  #apply(entry: ListedEntry): void {
    this.#entries = withEntry(this.#entries, entry);
  }
}

/** The one log of this window. */
export const activity = new Activity();
