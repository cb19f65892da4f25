/**
 * How the library is looked at: search, filters, sort and the card that was last in use. It lives
 * outside the screen, so that it is the same again when a person comes back from the studio, and so
 * that the sidebar's tags can set it.
 */
import type { libraryLayouts as layouts, librarySorts as orders } from '@shared/bridge/app';
import { app } from './app.svelte';
import { report } from '../ui/report';

/**
 * What the filter chips choose between. `attention`: failed, not sure whether it arrived, or a
 * conflict copy;
 * `conflict`: other versions of themes that were changed in two places.
 */
export const libraryFilters = [
  'all',
  'draft',
  'published',
  'changed',
  'attention',
  'conflict',
] as const;
export type LibraryFilter = (typeof libraryFilters)[number];

/** The orders; what the contract has stands beside schemas that the window does not carry. */
export const librarySorts: typeof orders = ['edited', 'name', 'status', 'tag', 'font'];
export const libraryLayouts: typeof layouts = ['small', 'medium', 'large', 'list'];
export type LibraryLayout = (typeof libraryLayouts)[number];
export type LibrarySort = (typeof librarySorts)[number];

class LibraryView {
  /** Until the remembered one is known. */
  #sort = $state<LibrarySort | null>(null);
  #isReversed = $state<boolean | null>(null);
  #layout = $state<LibraryLayout | null>(null);
  /** What stands in the search field. */
  query = $state('');
  filter = $state<LibraryFilter>('all');
  /** The tag that is shown alone; `null` shows all. */
  tag = $state<string | null>(null);
  /** The theme whose card has the keyboard, or had it last. */
  activeId = $state<string | null>(null);
  /** Grows each time someone asks for the search field to be focused. */
  searchesAsked = $state(0);

  /** Whether anything is hidden on purpose. */
  readonly isNarrowed: boolean = $derived(
    this.query.trim() !== '' || this.filter !== 'all' || this.tag !== null,
  );

  /** The order; remembered from one start to the next. */
  get sort(): LibrarySort {
    return this.#sort ?? app.state.preferences.librarySort ?? 'edited';
  }

  set sort(sort: LibrarySort) {
    if (sort === this.sort && !this.isReversed) return;
    this.#sort = sort;
    this.#isReversed = false;
    app.prefer({ librarySort: sort, librarySortReversed: false }).catch(report);
  }

  /** Whether the order begins at its other end; remembered, too. */
  get isReversed(): boolean {
    return this.#isReversed ?? app.state.preferences.librarySortReversed ?? false;
  }

  /** What a click on a column's head does: sorts by it, and the second time the other way round. */
  sortBy(sort: LibrarySort): void {
    if (sort !== this.sort) {
      this.sort = sort;
      return;
    }
    this.#isReversed = !this.isReversed;
    app.prefer({ librarySortReversed: this.#isReversed }).catch(report);
  }

  /** Cards of a size, or a list; remembered. */
  get layout(): LibraryLayout {
    return this.#layout ?? app.state.preferences.libraryLayout ?? 'medium';
  }

  set layout(layout: LibraryLayout) {
    if (layout === this.layout) return;
    this.#layout = layout;
    app.prefer({ libraryLayout: layout }).catch(report);
  }

  /** Puts the keyboard in the search field of the library, when it is on screen. */
  askForSearch(): void {
    this.searchesAsked += 1;
  }

  /** Shows everything again; the sort stays. */
  clear(): void {
    this.query = '';
    this.filter = 'all';
    this.tag = null;
  }
}

/** The one view of the library in this window. */
export const libraryView = new LibraryView();
