/** Longer waits are not obeyed: a day is what a person may have to wait at most. */
const longestSeconds = 24 * 60 * 60;

/** The three forms of a date in HTTP (RFC 9110, 5.6.7); `Date.parse` alone takes nearly anything. */
const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/u;

function readDate(text: string): number | undefined {
  if (!httpDate.test(text)) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Seconds to wait by a `Retry-After` header (RFC 9110, 10.2.3): 0 to a day. A date is measured
 * from the answer's own `Date` where it has one, so that a wrong clock here does no harm.
 * `undefined` when there is none or it makes no sense.
 */
export function retryAfterSeconds(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  // Headers that came twice stand in one, behind each other.
  if (/^\d+(?:\s*,\s*\d+)*$/u.test(text)) {
    return Math.min(Math.max(...text.split(',').map(Number)), longestSeconds);
  }
  const until = readDate(text);
  if (until === undefined) return undefined;
  const from = readDate(headers['date']?.trim() ?? '') ?? now;
  return Math.min(Math.max(Math.ceil((until - from) / 1000), 0), longestSeconds);
}
