/** How many days the bin keeps a deleted theme. */
import type { BinnedTheme } from './bin';
import type { ClockLook } from './bin-clock';

const dayMs = 24 * 60 * 60 * 1_000;
const keepMs = 30 * dayMs;

/** Whole days until a theme goes for good; 0 when it may go at any start. */
export function daysLeft(
  { removedAt }: Pick<BinnedTheme, 'removedAt'>,
  { now, steadySince }: ClockLook,
): number {
  const removed = Date.parse(removedAt);
  // What was deleted by a clock that jumped since may have been deleted at any time.
  const from = Number.isNaN(removed) ? steadySince : Math.max(removed, steadySince);
  const left = Math.ceil((from + keepMs - now) / dayMs);
  return Math.min(Math.max(0, left), keepMs / dayMs);
}
