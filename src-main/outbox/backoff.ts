/** How long to wait after a failure. Pure. */

/** The first wait is at most this long, each further one twice that. */
const firstMs = 2_000;
/** No wait is longer. */
const longestMs = 5 * 60_000;
/** No wait is shorter: whatever was answered, the next try is not sooner. */
export const shortestMs = 1_000;

/**
 * Milliseconds to wait after so many failures in a row: exponential, bounded, with full jitter, so
 * that many programs that were cut off together do not come back together. `random` is 0 to 1.
 */
export function backoffMs(failures: number, random: () => number): number {
  const most = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return Math.max(shortestMs, random() * most);
}
