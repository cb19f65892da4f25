/** How far another computer's clock may be ahead and still be believed: a wrong time zone, in ms. */
const mostAheadMs = 24 * 3_600_000;

/**
 * When a theme that says `last` was edited `now`: always later than before, also where the clock of the computer on which
 * it was edited before is ahead, because a file that says an earlier time is taken for an older one. A time that is more than a
 * day ahead was wrong, and is put right.
 */
export function editTime(last: string, now: Date): string {
  const lastMs = Date.parse(last);
  const isAhead = lastMs >= now.getTime() && lastMs - now.getTime() <= mostAheadMs;
  return (isAhead ? new Date(lastMs + 1) : now).toISOString();
}
