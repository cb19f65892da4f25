/**
 * Addresses that let whoever has them act for the person: of a checkout, and of the way back from
 * one (architecture, *Sending*). They are cut to their host, in whatever escapes they stand.
 */
import { beginningOf } from '@shared/sendable-text';
import { asRead } from '../storage/storage';
import { changedInFields, placesInFields, unescaped } from './json-fields';

/** The name of a field that holds one or several. */
const addressField = /^[\w-]*(?:checkout|return|portal|redirect)[\w-]*(?:ur[il]|link|href)s?$/iu;

/** That of one which may hold such an address, and anything else. */
const paymentField = /checkout|payment|invoice|billing/iu;

const slash = String.raw`(?:\\{0,16}\/|\\{1,16}u002f|%(?:25){0,5}2f|&(?:amp;){0,5}(?:#0{0,4}47|#x0{0,4}2f|sol);)`;
const colon = String.raw`(?::|\\{1,16}u003a|%(?:25){0,5}3a|&(?:amp;){0,5}(?:#0{0,4}58|#x0{0,4}3a|colon);)`;
const restOfAddress = String.raw`(?:[^\s"<>\\${'`'}]|\\{1,16}(?:[\\/]|u[\da-f]{4}))*`;
/**
 * Scheme, who signs in, host, and all that belongs to it; without a scheme only where no word and no
 * path goes on. A `'` may belong to an address.
 */
const address = new RegExp(
  String.raw`(?:([a-z][a-z\d+.\-]{0,30})${colon}|(?<![^\s"'(<>=,;]))${slash}{2}` +
    String.raw`([^\s"'<>\\/?#%&@]*@)?([^\s"'<>\\/?#%&@]*)(${restOfAddress})`,
  'giu',
);

/** The addresses in the fields that hold some. */
export function fieldAddresses(text: string): string[] {
  const valuesOf = (isWanted: (name: string) => boolean) =>
    placesInFields(text, isWanted).map(({ start, end }) => unescaped(text.slice(start, end)));
  const inValues = valuesOf(mayHoldAddress).flatMap((value) =>
    [...value.matchAll(address), ...value.matchAll(bareAddress)].map(([found]) =>
      // In a sentence.
      found.replace(/[.,;:!?)\]]+$/u, ''),
    ),
  );
  return [...valuesOf(holdsAddress), ...inValues];
}

function holdsAddress(name: string): boolean {
  return addressField.test(name);
}

function mayHoldAddress(name: string): boolean {
  return paymentField.test(name);
}

/** As people and messages write one, without a scheme: a host, and what it is asked for. */
const bareAddress = new RegExp(
  String.raw`(?<![\p{L}\p{N}/._\-])((?:(?:[\p{L}\p{N}][\p{L}\p{N}\-]{0,62}\.)+\p{L}{2,63}|localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?)` +
    String.raw`(?:${slash}|\?[\w\-]{1,40}=)${restOfAddress}`,
  'giu',
);

/** A very short one stands in other texts by chance. */
const shortestAddress = 8;
/** Of a part without its host: a shorter one is a word, as in other addresses. */
const shortestPart = 12;
/** Of a longer one its beginning is looked for: else one that repeats itself is compared with itself without an end. */
const longestSought = 200;
/** Without a slash before it, a part is a word, as in names of fields, unless this is in it. */
const noWord = /[\d/=]/u;

/**
 * As what people, services and programs repeat such an address, each with what may be written down of it: whole,
 * without its scheme, its path alone, with and without the slash before it, each of these without what it is asked or
 * its fragment, and these two alone. Each also without its escapes, which others write in small letters, or not at all;
 * of a long one its beginning (`longestSought`).
 */
export function writingsOf(whole: string): Map<string, string> {
  const writings = new Map<string, string>();
  const add = (written: string, cut: string, shortest = shortestPart) => {
    for (const all of [written, asRead(written).read]) {
      const one = beginningOf(all, longestSought);
      if (one.length >= shortest && !writings.has(one)) writings.set(one, cut);
    }
  };
  // Alone, a word and a path of words lead somewhere, and say nothing.
  const saysMore = /^\/(?!\/)/u.test(whole) ? /[\d=]/u : noWord;
  if (saysMore.test(whole)) add(whole, cutAddress(whole), shortestAddress);
  const [, host = '', path = ''] =
    /^(?:(?:[a-z][a-z\d+.-]{0,30}:)?\/\/(?:[^/?#]*@)?)?([^/?#]*)([^]*)$/iu.exec(whole) ?? [];
  for (const part of [path, path.replace(/#[^]*/u, ''), path.replace(/[?#][^]*/u, '')]) {
    // The host alone may be written down.
    if (host !== '' && part.length > 1) add(host + part, `${host}/…`, shortestAddress);
    if (host !== '' || saysMore.test(part)) add(part, '/…');
    const bare = part.replace(/^\//u, '');
    if (noWord.test(bare)) add(bare, '…');
  }
  for (const behind of [/[?#]([^]*)/u, /\?([^#]*)/u, /#([^]*)/u]) {
    const [, alone = ''] = behind.exec(path) ?? [];
    if (noWord.test(alone)) add(alone, '…');
  }
  return writings;
}

/** The text with those fields' addresses cut to their host. */
export function cutFieldAddresses(text: string): string {
  return changedInFields(
    changedInFields(text, holdsAddress, cutAddress),
    mayHoldAddress,
    cutEveryAddress,
  );
}

/** Where an address ends of which this was found up to `from`: there, or where the rest of a long one does. */
export function endOfAddress(text: string, found: string, from: number): number {
  // One less where the last sign would have been halved.
  if (found.length < longestSought - 1) return from;
  const rest = new RegExp(restOfAddress, 'iy');
  rest.lastIndex = from;
  rest.test(text);
  return rest.lastIndex;
}

/** The text with every address in it cut to its host. */
export function cutEveryAddress(text: string): string {
  return text.replace(address, cutOne).replace(bareAddress, (_, host: string) => `${host}/…`);
}

/** Only the host of what holds one address; nothing of it where none says what its host is. */
export function cutAddress(value: string): string {
  const [found] = value.matchAll(address);
  return found ? cutOne(found[0], found[1], found[2], found[3]) : '[address]';
}

function cutOne(_: string, scheme: string | undefined, _user: unknown, host = ''): string {
  // Only these are sure to have a host there; what stands before them is of an escape: `\nhttps`.
  const hasHost = scheme === undefined || /https?$/iu.test(scheme);
  if (host === '' || !hasHost) return '[address]';
  return `${scheme === undefined ? '' : `${scheme}:`}//${host}/…`;
}
