import { m } from '../messages/messages';

/** How long a service asks Foyer to wait; empty where it doesn't. */
export function waitText(seconds: number | undefined): string {
  if (seconds === undefined || seconds === 0) return '';
  if (seconds < 120) return m.outcome_wait_seconds({ count: Math.ceil(seconds) });
  if (seconds < 10_800) return m.outcome_wait_minutes({ count: Math.ceil(seconds / 60) });
  return m.outcome_wait_hours({ count: Math.round(seconds / 3_600) });
}
