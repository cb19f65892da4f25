/**
 * Starts something when it is first wanted, and once: whoever wants it later gets the same. A start
 * that failed is nobody's: the next who wants it tries anew.
 */
export function startedOnce<Given extends unknown[], Started>(
  start: (...given: Given) => Promise<Started>,
): (...given: Given) => Promise<Started> {
  let started: Promise<Started> | undefined;
  return (...given) => {
    started ??= start(...given).catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };
}
