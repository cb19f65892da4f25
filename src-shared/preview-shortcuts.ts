/** What holds of preview shortcuts in main and in the windows, which carry no schemas. */
import { withoutUnseenEnds } from './sendable-text';

/** How many shortcuts have a number. */
export const numberedShortcuts = 9;

/** The shortcut of that name; case and spaces around it do not count. */
export function shortcutNamed<Shortcut extends { name: string }>(
  shortcuts: readonly Shortcut[],
  name: string,
): Shortcut | undefined {
  const wanted = name.trim().toLowerCase();
  return shortcuts.find((one) => one.name.toLowerCase() === wanted);
}

/**
 * Two writings of one number are the same: services strip spaces and dashes from it. What else a recipient
 * can look like is not known, so anything else is itself alone.
 */
export function recipientKey(to: string): string {
  const typed = withoutUnseenEnds(to);
  return /^\+?[\d(][\d\s().-]*$/u.test(typed) ? typed.replace(/[\s-]/gu, '') : typed;
}
