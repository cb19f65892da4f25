/**
 * How the library is looked at: search, filters, sort and the card that was last in use. It lives
 * outside the screen, so that it is the same again when a person comes back from the studio, and so
 * that the sidebar's tags can set it.
 */
import type {
  libraryFilters as filters,
  libraryLayouts as layouts,
  librarySorts as orders,
  SavedFilter,
} from '@shared/bridge/app';
import { app } from './app.svelte';
import { report } from '../ui/report';

/*
 * What the contract has stands beside schemas that the window does not carry; these are the same.
 */
/**
 * What the filter chips choose between. `favourite`: with a star; `attention`: failed, not sure whether
 * it arrived, not sent before a person did something, or a conflict copy; `conflict`: other versions of themes that were changed in two places.
 */
export const libraryFilters: typeof filters = [
  'all',
  'favourite',
  'draft',
  'published',
  'changed',
  'attention',
  'conflict',
];
export type LibraryFilter = (typeof libraryFilters)[number];

/** The orders. */
export const librarySorts: typeof orders = ['edited', 'opened', 'name', 'status', 'tag', 'font'];
export const libraryLayouts: typeof layouts = ['small', 'medium', 'large', 'list'];
export type LibraryLayout = (typeof libraryLayouts)[number];
export type LibrarySort = (typeof librarySorts)[number];

class LibraryView {
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

  /** The order. Main remembers it, and a restored backup changes it: there is no copy of it here. */
  get sort(): LibrarySort {
    return app.state.preferences.librarySort ?? 'edited';
  }

  set sort(sort: LibrarySort) {
    app.prefer({ librarySort: sort, librarySortReversed: false }).catch(report);
  }

  /** Whether the order begins at its other end; remembered, too. */
  get isReversed(): boolean {
    return app.state.preferences.librarySortReversed ?? false;
  }

  /** What a click on a column's head does: sorts by it, and the second time the other way round. */
  sortBy(sort: LibrarySort): void {
    // Judged at its turn: what was chosen just before may not be kept yet.
    const choose = () => ({
      librarySort: sort,
      librarySortReversed: sort === this.sort && !this.isReversed,
    });
    app.prefer(choose).catch(report);
  }

  /** Cards of a size, or a list; remembered. */
  get layout(): LibraryLayout {
    return app.state.preferences.libraryLayout ?? 'medium';
  }

  set layout(layout: LibraryLayout) {
    app.prefer({ libraryLayout: layout }).catch(report);
  }

  /** Puts the keyboard in the search field of the library, when it is on screen. */
  askForSearch(): void {
    this.searchesAsked += 1;
  }

  /** Whether exactly this is what is shown. */
  shows({ query, filter, tag }: SavedFilter): boolean {
    return this.query.trim() === query && this.filter === filter && this.tag === tag;
  }

  /** Shows what was saved. */
  use({ query, filter, tag }: SavedFilter): void {
    this.query = query;
    this.filter = filter;
    this.tag = tag;
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
