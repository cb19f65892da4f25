/** The time of day, `14:05`. */

// As everywhere in the app: British English writes it without am and pm.
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The time of an ISO 8601 moment on this computer's clock. The text itself where it is no time. */
export function clockTime(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : clock.format(time);
}
