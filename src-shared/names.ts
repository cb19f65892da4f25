/** The names of preview shortcuts and connections, as a person, a link or the terminal says them. */
import { withoutDirectionSigns } from './direction-signs';

/** Apart from what shapes the sign before it: joiners, variation selectors, and the tags of a flag. */
const unseen = /(?![\u200C\u200D\p{VS}\u{E0020}-\u{E007F}])[\s\p{Cc}\p{Cf}\p{DI}\p{NChar}]/u.source;
/** At its beginning there is no sign that these shape. */
const shaping = /[\u200C\u200D\p{VS}\u{E0020}-\u{E007F}]/u.source;
const unseenAround = new RegExp(`^(?:${unseen}|${shaping})+|(?:${unseen})+$`, 'gu');

/** As it is kept: on one line, without what turns the text behind it round, nor what nobody sees around it. */
export function keptName(name: string): string {
  return withoutDirectionSigns(name).replace(unseenAround, '').replace(/\s+/gu, ' ');
}

/**
 * Those of that name; case does not count, nor what is not kept of a name, unless there are ones with just that name: an
 * older Foyer took the two for different ones.
 */
function called<One>(list: readonly One[], nameOf: (one: One) => string, name: string): One[] {
  const by = (key: (text: string) => string) =>
    list.filter((one) => key(nameOf(one)) === key(name));
  const exact = by((text) => text.trim().toLowerCase());
  return exact.length > 0 ? exact : by((text) => keptName(text).toLowerCase());
}

/** The shortcut of that name. */
export function shortcutNamed<Shortcut extends { name: string }>(
  shortcuts: readonly Shortcut[],
  name: string,
): Shortcut | undefined {
  return called(shortcuts, (one) => one.name, name)[0];
}

/** The connections of that label: there may be several. */
export function connectionsLabelled<Connection extends { label: string }>(
  connections: readonly Connection[],
  label: string,
): Connection[] {
  return called(connections, (one) => one.label, label);
}
