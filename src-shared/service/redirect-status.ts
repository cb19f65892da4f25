/** Another address is to be asked the same: here nothing was done (RFC 9110, 15.4). */
const asksElsewhere: ReadonlySet<number> = new Set([301, 307, 308]);

/** Whether an answer of this 3xx status can follow on what was done, as *303 See Other* does. */
export function mayFollowOnDone(status: number): boolean {
  return !asksElsewhere.has(status);
}
