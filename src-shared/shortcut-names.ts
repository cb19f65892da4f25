/** The names of preview shortcuts, as a person, a link or the terminal says them. */

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
