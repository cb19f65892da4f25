/** Times beside facts: `14:32:08` today, `3 Nov, 09:12` before. */
import { dayAndTime } from '../../ui/time';

// As everywhere in the app: British English writes it without am and pm.
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const shortClock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

function isToday(time: number, now: number): boolean {
  return new Date(time).toDateString() === new Date(now).toDateString();
}

/** To the second on the day itself. The text itself where it is no time. */
export function exactTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  return isToday(time, now) ? clock.format(time) : dayAndTime(iso, now);
}

/** To the minute. The text itself where it is no time. */
export function shortTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  return isToday(time, now) ? shortClock.format(time) : dayAndTime(iso, now);
}
