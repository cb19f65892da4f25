/** How long nothing has been sent to a service: an update neither disturbs a request nor ends one. */

export interface QuietTime {
  /** Runs what sends something. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Milliseconds since the last one ended, or since the start; 0 while one is under way. */
  quietMs(): number;
}

/** `now` gives milliseconds that only ever grow. */
export function createQuietTime(
  now: () => number = () => Number(process.hrtime.bigint() / 1_000_000n),
): QuietTime {
  let underWay = 0;
  let since = now();
  return {
    async during(work) {
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
        since = now();
      }
    },
    // The last one may have ended in this very millisecond.
    quietMs: () => (underWay > 0 ? 0 : Math.max(1, now() - since)),
  };
}
