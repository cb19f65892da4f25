/** Ways to look at the library that a person gave a name, kept in the sidebar. */
import type { SavedFilter } from '@shared/bridge/app';
import { freeFilterName, isSameSearch } from '@shared/filter-names';
import { app } from './app.svelte';
import { libraryView } from './library-view.svelte';

/** As many as main keeps. */
const most = 50;

class SavedFilters {
  /** In the order in which they were saved. */
  get list(): readonly SavedFilter[] {
    return app.state.preferences.savedFilters ?? [];
  }

  /** The one that is shown now. */
  get current(): SavedFilter | undefined {
    return this.list.find((one) => libraryView.shows(one));
  }

  get isFull(): boolean {
    return this.list.length >= most;
  }

  isTaken(name: string): boolean {
    return this.list.some((one) => one.name === name);
  }

  /** Keeps what is shown now under a name. */
  async add(name: string): Promise<void> {
    const { filter, tag } = libraryView;
    const query = libraryView.query.trim().slice(0, 200);
    await this.#keep((list) => [...list, { name, query, filter, tag }]);
  }

  async rename(name: string, to: string): Promise<void> {
    await this.#keep((list) => list.map((one) => (one.name === name ? { ...one, name: to } : one)));
  }

  async remove(name: string): Promise<void> {
    await this.#keep((list) => list.filter((one) => one.name !== name));
  }

  /** Puts back one that was removed, in its place; under a name like its own where that is another's by now. */
  async putBack(filter: SavedFilter, at: number): Promise<void> {
    await this.#keep((list) => {
      // The same search was saved again, or came out of a backup.
      if (list.some((one) => isSameSearch(one, filter))) return [...list];
      const back = { ...filter, name: freeFilterName(filter.name, list) };
      return [...list.slice(0, at), back, ...list.slice(at)];
    });
  }

  async #keep(how: (list: readonly SavedFilter[]) => SavedFilter[]): Promise<void> {
    await app.prefer(({ savedFilters = [] }) => ({ savedFilters: how(savedFilters) }));
  }
}

/** The ones of this window. */
export const savedFilters = new SavedFilters();
