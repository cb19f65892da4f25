/** What holds of preview shortcuts in main and in the windows, which carry no schemas. */
import { withoutUnseenEnds } from './sendable-text';

/** How many shortcuts have a number. */
export const numberedShortcuts = 9;

/**
 * Two writings of one number are the same: services strip spaces and dashes from it. What else a recipient
 * can look like is not known, so anything else is itself alone.
 */
export function recipientKey(to: string): string {
  const typed = withoutUnseenEnds(to);
  return /^\+?[\d(][\d\s().-]*$/u.test(typed) ? typed.replace(/[\s-]/gu, '') : typed;
}
