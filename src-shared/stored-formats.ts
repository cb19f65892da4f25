/**
 * The number of the format of everything that Foyer stores: what this version writes. A number rises
 * when an older Foyer would misread or lose what the new one writes, and only then; contributing.md
 * says how (*How to change a stored format*). No number stands anywhere else, so that a test can ask
 * for the kept example of each, in `fixtures/formats`.
 */
export const storedFormats = {
  activity: 1,
  'activity-here': 1,
  backup: 1,
  billing: 1,
  bin: 1,
  'bin-visits': 1,
  connections: 1,
  domains: 1,
  export: 1,
  history: 1,
  libraries: 1,
  'library-index': 2,
  'library-move': 1,
  'outbox-item': 2,
  'outbox-state': 1,
  preferences: 1,
  previews: 1,
  'previews-under-way': 1,
  theme: 1,
  transfer: 1,
} as const;
export type StoredDocument = keyof typeof storedFormats;

/** The oldest number that this version still reads, where that is not 1. */
export const oldestReadFormats: Partial<Record<StoredDocument, number>> = {
  // It is built anew from the files of the library.
  'library-index': 2,
};
