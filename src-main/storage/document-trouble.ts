/**
 * Tells of troubles with documents that the rooms get over by themselves, and that must reach a
 * person all the same.
 */

export type DocumentTrouble =
  /** It can't be read at the moment: it is not taken for empty, and not changed. */
  | { readonly kind: 'notRead'; readonly path: string; readonly reason: string }
  /** One that could not be read was read after all, and can be changed again. */
  | { readonly kind: 'readAgain'; readonly path: string }
  /** It was written by a newer Foyer: it is neither used nor changed. */
  | { readonly kind: 'newer'; readonly path: string }
  /** A new version of `document` was saved; the one before could not be kept at `path`. */
  | {
      readonly kind: 'generationNotKept';
      readonly document: string;
      readonly path: string;
      readonly reason: string;
    };

const listeners = new Set<(trouble: DocumentTrouble) => void>();

/** Calls `listener` for each trouble from now on; returns what ends that. */
export function onDocumentTrouble(listener: (trouble: DocumentTrouble) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** For the documents themselves. */
export function tellDocumentTrouble(trouble: DocumentTrouble): void {
  for (const listener of [...listeners]) listener(trouble);
}
