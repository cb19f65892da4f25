/** Times as a person reads them: `4 min ago`, `Yesterday`, `14 Nov`, `14 Nov, 09:31`. */
import { m } from '@shared/messages/messages';

// The pseudo-locale has no dates of its own, and British English writes them as the app does.
const language = 'en-GB';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const full = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' });
const weekday = new Intl.DateTimeFormat(language, { weekday: 'long' });
const thisYear = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
const anyYear = new Intl.DateTimeFormat(language, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

function dayOf(time: number, now: number): string {
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? thisYear : anyYear).format(time);
}

/** All of it, for a tooltip. The text itself where it is no time. */
export function fullTime(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : full.format(time);
}

/** The time of day, `14:05`, on this computer's clock. The text itself where it is no time. */
export function clockTime(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : clock.format(time);
}

/** `14 Nov, 09:31`. */
export function dayAndTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : `${dayOf(time, now)}, ${clock.format(time)}`;
}

/** How long ago, in the coarsest words that are true. `now` in milliseconds since 1970. */
export function relativeTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const ago = now - time;
  // A clock that was set back makes times of the future; their date is all that can be said.
  if (ago < -minute) return dayOf(time, now);
  if (ago < minute) return m.time_just_now();
  if (ago < hour) return m.time_minutes_ago({ count: Math.floor(ago / minute) });
  const days = daysAgo(iso, now);
  if (days === 0) return m.time_hours_ago({ count: Math.floor(ago / hour) });
  if (days === 1) return m.time_yesterday();
  return days < 7 ? weekday.format(time) : dayOf(time, now);
}

/** Whole days from that time to now, by the calendar: 0 is today. */
export function daysAgo(iso: string, now: number): number {
  return Math.round((startOfDay(now) - startOfDay(Date.parse(iso))) / day);
}

/** What a day of a list is headed: `Today`, `Yesterday`, `Friday, 14 Nov`. */
export function dayHeading(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const days = daysAgo(iso, now);
  if (days === 0) return m.time_today();
  if (days === 1) return m.time_yesterday();
  return `${weekday.format(time)}, ${dayOf(time, now)}`;
}
