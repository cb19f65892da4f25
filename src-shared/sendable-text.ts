/**
 * Which text can be sent. Half of a surrogate pair has no form in UTF-8, and a NUL can stand neither
 * in an address nor in the databases of most services; what holds one would be changed on its way or
 * be refused by something that can't say why. It is refused where it is entered.
 */
import type { FieldReason } from './problem';

const unsendable = /[\0\p{Surrogate}]/u;

/** Whether a text arrives as it is. */
export function isSendable(text: string): boolean {
  return !unsendable.test(text);
}

/**
 * A text that was copied, without blanks around it, nor what nobody sees there: a zero-width space from a
 * page that may break its lines, a mark of direction, what a PDF has for a hyphen.
 */
export function withoutUnseenEnds(text: string): string {
  return text.replace(/^[\s\p{Cc}\p{Cf}\p{DI}\p{NChar}]+|[\s\p{Cc}\p{Cf}\p{DI}\p{NChar}]+$/gu, '');
}

/** Whether it arrives as it is, and a person sees all of it: else an id that looks right names another. */
export function isPlainlySendable(text: string): boolean {
  return isSendable(text) && !/[\p{Cc}\p{Cf}\p{DI}\p{NChar}]/u.test(text);
}

/** The beginning of a text, in at most `length` UTF-16 units, no character of it in halves. */
export function beginningOf(text: string, length: number): string {
  const beginning = text.slice(0, length);
  return /[\uD800-\uDBFF]$/u.test(beginning) && text.length > length
    ? beginning.slice(0, -1)
    : beginning;
}

/** Where the first text is that can't be sent: its keys with dots between, or `undefined`. */
export function unsendablePlace(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isSendable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const place = unsendablePlace(inner, path === '' ? key : `${path}.${key}`);
    if (place !== undefined) return place;
  }
  return undefined;
}

/**
 * Why an id can't be one segment of an address, or `undefined`. `.` and `..` stay what they are when
 * they are encoded, and an empty one would name another resource.
 */
export function pathIdReason(id: string): FieldReason | undefined {
  if (id === '' || id === '.' || id === '..') return 'unsafePathId';
  return isSendable(id) ? undefined : 'unsendableText';
}
