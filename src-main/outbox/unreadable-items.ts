/** What is shown of items whose files can't be read. */
import type { LibrarySnapshot } from '@shared/library';
import type { OutboxItem } from '@shared/publishing';
import { publicationKey } from '@shared/theme/theme';
import type { ItemId } from './outbox-item';
import type { OutboxStore } from './outbox-store';
import type { OutboxConnection } from './outbox-types';

/**
 * The themes and connections of which nobody knows what has happened, because their files in the
 * outbox can't be read. A file does not say whose it is when it can't be read, but its name does: it is
 * made of the theme and the place, and so it is found by trying all.
 */
export class UnreadableItems {
  readonly #store: OutboxStore;
  #found: (ItemId & {
    readonly connectionId: string;
    readonly name: string;
    readonly since: string;
  })[] = [];

  constructor(store: OutboxStore) {
    this.#store = store;
  }

  find(
    themes: LibrarySnapshot['themes'],
    connections: readonly OutboxConnection[],
    now: Date,
  ): void {
    const since = now.toISOString();
    this.#found = connections.flatMap((connection) => {
      const place = publicationKey(connection);
      return themes
        .filter(({ id }) => this.#store.unreadable({ themeId: id, place }))
        .map(({ id, name }) => ({ themeId: id, place, connectionId: connection.id, name, since }));
    });
  }

  /** For the window. */
  entries(): OutboxItem[] {
    return this.#found.flatMap(({ place, ...found }) => {
      const problem = this.#store.unreadable({ themeId: found.themeId, place });
      if (!problem) return [];
      return [{ ...found, why: 'unreadable', problem, isFirst: true }];
    });
  }

  /** A person decided about it. */
  decided(id: ItemId): void {
    this.#found = this.#found.filter(
      ({ themeId, place }) => themeId !== id.themeId || place !== id.place,
    );
  }

  /** What can be read by now is no longer among them. */
  forgetReadable(): void {
    this.#found = this.#found.filter((each) => this.#store.unreadable(each));
  }
}
