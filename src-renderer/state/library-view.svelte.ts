/**
 * How the library is looked at: search, filters, sort and the card that was last in use. It lives
 * outside the screen, so that it is the same again when a person comes back from the studio, and so
 * that the sidebar's tags can set it.
 */

/** What the filter chips choose between. `attention`: failed, or not sure whether it arrived. */
export const libraryFilters = ['all', 'draft', 'published', 'changed', 'attention'] as const;
export type LibraryFilter = (typeof libraryFilters)[number];

export const librarySorts = ['edited', 'name', 'status'] as const;
export type LibrarySort = (typeof librarySorts)[number];

class LibraryView {
  /** What stands in the search field. */
  query = $state('');
  filter = $state<LibraryFilter>('all');
  /** The tag that is shown alone; `null` shows all. */
  tag = $state<string | null>(null);
  sort = $state<LibrarySort>('edited');
  /** The theme whose card has the keyboard, or had it last. */
  activeId = $state<string | null>(null);
  /** Grows each time someone asks for the search field to be focused. */
  searchesAsked = $state(0);

  /** Whether anything is hidden on purpose. */
  readonly isNarrowed: boolean = $derived(
    this.query.trim() !== '' || this.filter !== 'all' || this.tag !== null,
  );

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
