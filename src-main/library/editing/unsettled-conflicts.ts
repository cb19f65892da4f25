import type { ContentHash } from '../../storage/storage';

/** A write that met a file which someone else had changed; ours lies beside it. */
export interface SaveConflict {
  /** The name under which storage put ours. */
  readonly conflictFile: string;
  /** The hash of ours there. */
  readonly hash: ContentHash;
}

/**
 * The conflicts of a theme from the write that met each until it is settled: as long as there is one,
 * what the theme holds is not what its file holds.
 */
export class UnsettledConflicts {
  readonly #all = new Set<SaveConflict>();

  get isAny(): boolean {
    return this.#all.size > 0;
  }

  /** There is one more, until the returned function has settled it. */
  add(
    { conflictName, hash }: { readonly conflictName: string; readonly hash: ContentHash },
    settle: (conflict: SaveConflict) => Promise<void>,
  ): () => Promise<void> {
    const conflict = { conflictFile: conflictName, hash };
    this.#all.add(conflict);
    return async () => {
      try {
        await settle(conflict);
      } finally {
        this.#all.delete(conflict);
      }
    };
  }

  /** The theme goes on in what its file holds. */
  clear(): void {
    this.#all.clear();
  }
}
