/**
 * Tells of documents that could not be read and were put aside. The rooms recover theirs on their
 * own at the start of the app; that it happened is of no use to them and must still reach a person.
 */

/** A damaged document that was kept under another name. */
export interface SetAside {
  readonly path: string;
  /** Where its bytes are now. */
  readonly keptAt: string;
  /** The version before took its place; otherwise it begins empty. */
  readonly isRestored: boolean;
}

const listeners = new Set<(document: SetAside) => void>();

/** Calls `listener` for each document that is put aside from now on; returns what ends that. */
export function onSetAside(listener: (document: SetAside) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** For the documents themselves. */
export function tellSetAside(document: SetAside): void {
  for (const listener of [...listeners]) listener(document);
}
