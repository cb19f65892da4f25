/** What holds of preview shortcuts in main and in the windows, which carry no schemas. */
import { withoutUnseenEnds } from './sendable-text';

/** How many shortcuts have a number. */
export const numberedShortcuts = 9;

/** Apart from what shapes the sign before it: joiners, variation selectors, and the tags of a flag. */
const unseen = /(?![\u200C\u200D\p{VS}\u{E0020}-\u{E007F}])[\s\p{Cc}\p{Cf}\p{DI}\p{NChar}]/u.source;
const unseenAround = new RegExp(`^(?:${unseen})+|(?:${unseen})+$`, 'gu');

/** A name without what nobody sees around it. */
export function withoutUnseenAround(name: string): string {
  return name.replace(unseenAround, '');
}

/**
 * The shortcut of that name; case does not count, nor what nobody sees around it, unless another one has just that name:
 * an older Foyer took the two for different ones.
 */
export function shortcutNamed<Shortcut extends { name: string }>(
  shortcuts: readonly Shortcut[],
  name: string,
): Shortcut | undefined {
  const called = (key: (text: string) => string) =>
    shortcuts.find((one) => key(one.name) === key(name));
  return (
    called((text) => text.trim().toLowerCase()) ??
    called((text) => withoutUnseenAround(text).toLowerCase())
  );
}

/**
 * Two writings of one number are the same: services strip spaces and dashes from it. What else a recipient
 * can look like is not known, so anything else is itself alone.
 */
export function recipientKey(to: string): string {
  const typed = withoutUnseenEnds(to);
  return /^\+?[\d(][\d\s().-]*$/u.test(typed) ? typed.replace(/[\s-]/gu, '') : typed;
}
