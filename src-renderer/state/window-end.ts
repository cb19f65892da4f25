/** What waits in the window, and goes to main when the window ends. */

const all = new Set<() => void>();

/** `handOver` is called when the window ends, after which Foyer may go on; returns the end of that. */
export function atWindowEnd(handOver: () => void): () => void {
  all.add(handOver);
  return () => all.delete(handOver);
}

/** The window ends. */
export function endWindow(): void {
  for (const handOver of all) handOver();
}
