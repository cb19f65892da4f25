import { m } from '../messages/messages';

/** How long a service asks Foyer to wait; empty where it doesn't. */
export function waitText(seconds: number | undefined): string {
  if (seconds === undefined || seconds === 0) return '';
  if (seconds < 120) return m.outcome_wait_seconds({ count: Math.ceil(seconds) });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return m.outcome_wait_minutes({ count: minutes });
  const [count, left] = [Math.floor(minutes / 60), minutes % 60];
  return left === 0
    ? m.outcome_wait_hours({ count })
    : m.outcome_wait_hours_minutes({ count, minutes: left });
}
