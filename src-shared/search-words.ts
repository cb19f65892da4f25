/** What a search compares: two ways to write the same text must be one. */

/** Text as it is searched: in lower case, and composed. macOS gives names of files decomposed; nobody types so. */
export function searchable(text: string): string {
  return text.toLowerCase().normalize();
}

/** The words of what was searched for, of which each must be found. */
export function searchWords(query: string): string[] {
  return searchable(query).split(/\s+/u).filter(Boolean);
}
