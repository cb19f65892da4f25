/**
 * Finds texts in a longer one, each of their characters as it is or in any of the escapes in which
 * services, pages and programs write it down: JSON (also JSON inside JSON), JavaScript, addresses and
 * HTML; and reads a text with all of these resolved. A list of whole encoded forms would miss the
 * next mixture; a character at a time has no gap.
 */
import { namedEntity } from './entity-names';

/** Where a text was found: from `start` to before `end`. */
export interface FoundText {
  readonly start: number;
  readonly end: number;
  /** Which of the searched texts it is; of several at one place, the longest. */
  readonly text: string;
}

interface Decoded {
  readonly codePoint: number;
  /** Behind the last character of the escape. */
  readonly end: number;
}

/** A JSON text inside a JSON text inside a third one has seven backslashes before a quote. */
const longestBackslashRun = 16;
/** Characters of the longest escape of one character that is looked for at the end of a cut text. */
const longestEscape = 40;
/** Nothing more, or the beginning of an escape and nothing more. */
const cutEscape = /^(?:[\\%&][\w#{\\%&]*)?$/u;
/** How often `&` and `%` may have been escaped again. */
const mostLayers = 5;

const backslash = 0x5c;
const percent = 0x25;
const ampersand = 0x26;
const plus = 0x2b;
const space = 0x20;
const introductions = new Set([backslash, percent, ampersand, plus]);

/** What JSON and JavaScript write as a letter behind a backslash. */
const controlLetters: Readonly<Partial<Record<string, string>>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Searches many texts at once, in one walk over the text that is searched. */
export interface EscapedTextSearch {
  /** From now on this one is looked for. An empty one is ignored. */
  add(text: string): void;
  /** Every place, in order; places overlap where what was found does. */
  find(within: string): FoundText[];
  /**
   * Where one of them begins in the middle of which the text ends, of which at least `least` characters
   * are there: the text was cut off in it. `undefined`: it ends in none.
   */
  cutStart(within: string, least: number): number | undefined;
}

/** What goes on in the same way up to here; `text`: the one that is whole here. */
interface Branch {
  readonly next: Map<number, Branch>;
  text?: string;
}

/** A search that looks for nothing yet. */
export function createEscapedTextSearch(): EscapedTextSearch {
  /** Many may begin alike, as addresses of one service do: what is alike is looked at once. */
  const beginning: Branch = { next: new Map() };
  const wanted: (readonly number[])[] = [];

  return {
    add(text) {
      const codePoints = [...text].map((character) => character.codePointAt(0) ?? 0);
      if (codePoints.length === 0) return;
      let branch = beginning;
      for (const codePoint of codePoints) {
        const next = branch.next.get(codePoint) ?? { next: new Map() };
        branch.next.set(codePoint, next);
        branch = next;
      }
      if (branch.text !== undefined) return;
      branch.text = text;
      wanted.push(codePoints);
    },

    find(within) {
      const found: FoundText[] = [];
      if (wanted.length === 0) return found;
      const read = rememberingDecoded(within);
      for (let start = 0; start < within.length; start += 1) {
        const unit = within.charCodeAt(start);
        if (unit === backslash && !beginning.next.has(backslash)) {
          // Of many, no escape begins before the last few.
          while (hasLongRun(within, start)) start += longestBackslashRun;
        }
        const isHigh = unit >= 0xd800 && unit < 0xdc00;
        if (!introductions.has(unit) && !isHigh && !beginning.next.has(unit)) continue;
        const longest = longestFrom(within, start, beginning, read);
        if (longest) found.push({ start, ...longest });
      }
      return found;
    },

    cutStart(within, least) {
      const longest = Math.max(0, ...wanted.map((codePoints) => codePoints.length));
      const first = Math.max(0, within.length - longest * longestEscape);
      for (let start = first; start < within.length; start += 1) {
        const isCut = decodedAt(within, start).some(({ codePoint, end }) =>
          wanted.some(
            (codePoints) =>
              codePoints[0] === codePoint && endsWithin(within, end, codePoints, least),
          ),
        );
        if (isCut) return start;
      }
      return undefined;
    },
  };
}

/** The places with all that overlaps made one; the first one's text stays. */
export function withoutOverlaps(found: readonly FoundText[]): FoundText[] {
  const merged: FoundText[] = [];
  for (const one of found) {
    const last = merged[merged.length - 1];
    if (last && one.start < last.end) {
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, one.end) };
    } else {
      merged.push(one);
    }
  }
  return merged;
}

/**
 * Replaces what a pattern (global) finds in the text as a person would read it, every escape resolved.
 * What the replacement leaves as it was, character by character, stays as it was written; one of
 * another length takes the whole place.
 */
export function replaceAsRead(
  text: string,
  pattern: RegExp,
  replacement: (found: string, match: RegExpExecArray) => string,
): string {
  const { read, starts } = asRead(text);
  let result = '';
  let at = 0;
  for (const match of read.matchAll(pattern)) {
    const { index, 0: found } = match;
    const replaced = replacement(found, match);
    if (replaced === found) continue;
    const startOf = (offset: number) => starts[index + offset] ?? text.length;
    result += text.slice(at, startOf(0));
    at = startOf(found.length);
    if (replaced.length !== found.length) {
      result += replaced;
      continue;
    }
    for (let unit = 0; unit < found.length; unit += 1) {
      const isKept = replaced[unit] === found[unit];
      result += isKept ? text.slice(startOf(unit), startOf(unit + 1)) : (replaced[unit] ?? '');
    }
  }
  return result + text.slice(at);
}

/** The text with its escapes resolved, and where each of its units begins in what was written. */
export function asRead(text: string): { read: string; starts: readonly number[] } {
  const read: string[] = [];
  const starts: number[] = [];
  let at = 0;
  while (at < text.length) {
    let { codePoint, end } = { codePoint: text.charCodeAt(at), end: at + 1 };
    if (!isPlain(codePoint)) {
      for (const one of decodedAt(text, at)) {
        if (one.end <= end || one.codePoint > 0x10ffff) continue;
        // Without its semicolon it would swallow the digits of a number behind it.
        if (/#x?[\da-f]+$/iu.test(text.slice(at, one.end))) continue;
        ({ codePoint, end } = one);
      }
    }
    const character = String.fromCodePoint(codePoint);
    read.push(character);
    starts.push(at);
    if (character.length > 1) starts.push(end);
    at = end;
  }
  return { read: read.join(''), starts };
}

const longRun = '\\'.repeat(2 * longestBackslashRun);

function hasLongRun(text: string, at: number): boolean {
  return text.startsWith(longRun, at);
}

/** The longest of the texts that begins at `start`, and where it ends. */
function longestFrom(
  within: string,
  start: number,
  beginning: Branch,
  read: (at: number) => readonly Decoded[],
): Omit<FoundText, 'start'> | undefined {
  let longest: Omit<FoundText, 'start'> | undefined;
  // One escape can be read in two ways, so all ends so far are kept; there are never many.
  let reached: { branch: Branch; end: number }[] = [{ branch: beginning, end: start }];
  while (reached.length > 0) {
    const further: typeof reached = [];
    const reach = (branch: Branch | undefined, end: number) => {
      if (!branch || further.some((one) => one.branch === branch && one.end === end)) return;
      further.push({ branch, end });
      const { text } = branch;
      if (text !== undefined && end > (longest?.end ?? start)) longest = { end, text };
    };
    for (const { branch, end } of reached) {
      const unit = within.charCodeAt(end);
      if (isPlain(unit)) reach(branch.next.get(unit), end + 1);
      else for (const one of read(end)) reach(branch.next.get(one.codePoint), one.end);
    }
    reached = further;
  }
  return longest;
}

/** Whether the text ends in the middle of one that goes on at `from`, behind its first character. */
function endsWithin(
  within: string,
  from: number,
  codePoints: readonly number[],
  least: number,
): boolean {
  let ends = [from];
  for (let index = 1; index < codePoints.length && ends.length > 0; index += 1) {
    // The last escape may have been cut off itself.
    if (
      index >= least &&
      ends.some((end) => cutEscape.test(within.slice(end, end + longestEscape)))
    ) {
      return true;
    }
    const next = ends.flatMap((end) =>
      decodedAt(within, end).flatMap((one) => (one.codePoint === codePoints[index] ? one.end : [])),
    );
    ends = [...new Set(next)];
  }
  return false;
}

/** One unit that can stand for nothing but itself. */
function isPlain(unit: number): boolean {
  return !introductions.has(unit) && (unit < 0xd800 || unit > 0xdfff);
}

/** So many escapes are remembered: what is looked for is never as long. */
const mostRemembered = 10_000;

/** `decodedAt`, where many searches begin beside each other and read the same. */
function rememberingDecoded(text: string): (at: number) => readonly Decoded[] {
  const remembered = new Map<number, readonly Decoded[]>();
  return (at) => {
    const known = remembered.get(at);
    if (known) return known;
    if (remembered.size === mostRemembered) remembered.clear();
    const decoded = decodedAt(text, at);
    remembered.set(at, decoded);
    return decoded;
  };
}

/** Every character that what stands at `at` can mean. */
function decodedAt(text: string, at: number): Decoded[] {
  const codePoint = text.codePointAt(at);
  if (codePoint === undefined) return [];
  const all: Decoded[] = [{ codePoint, end: at + (codePoint > 0xffff ? 2 : 1) }];
  if (!introductions.has(codePoint)) return all;
  if (codePoint === plus) all.push({ codePoint: space, end: at + 1 });
  if (codePoint === backslash) all.push(...afterBackslashes(text, at));
  // What an escape of one kind stands for can begin one of another: `\u0026#x2F;`.
  for (const one of [...all]) {
    if (one.codePoint === percent) all.push(...percentDecoded(text, one.end));
    if (one.codePoint === ampersand) all.push(...entities(text, one.end));
  }
  return all;
}

function afterBackslashes(text: string, at: number): Decoded[] {
  const all: Decoded[] = [];
  let end = at + 1;
  while (end - at < longestBackslashRun && text.charCodeAt(end) === backslash) {
    end += 1;
    // JSON inside JSON doubles them each time.
    const run = end - at;
    if ((run & (run - 1)) === 0) all.push({ codePoint: backslash, end });
  }
  const unit = unicodeEscape(text, end);
  if (unit) all.push(unit);
  else {
    const codePoint = text.codePointAt(end);
    if (codePoint !== undefined && codePoint !== backslash) {
      const control = controlLetters[text[end] ?? '']?.codePointAt(0);
      if (control !== undefined) all.push({ codePoint: control, end: end + 1 });
      all.push({ codePoint, end: end + (codePoint > 0xffff ? 2 : 1) });
    }
  }
  return all;
}

/** `u002B`, `u{2B}` or `x2B`, behind a backslash; two halves of a pair are one character. */
function unicodeEscape(text: string, at: number): Decoded | undefined {
  const one = sticky(/u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2})/iy, text, at);
  if (!one) return undefined;
  const unit = Number.parseInt(one[1] ?? one[2] ?? one[3] ?? '', 16);
  const end = at + one[0].length;
  const low = unit >= 0xd800 && unit < 0xdc00 && sticky(/\\{1,16}u(d[c-f][\da-f]{2})/iy, text, end);
  if (!low) return { codePoint: unit, end };
  const codePoint = 0x10000 + (unit - 0xd800) * 0x400 + Number.parseInt(low[1] ?? '', 16) - 0xdc00;
  return { codePoint, end: end + low[0].length };
}

/** `2B`, `252B`, or the first of several bytes, behind a `%`. */
function percentDecoded(text: string, at: number): Decoded[] {
  const all: Decoded[] = [];
  let end = at;
  for (let layer = 0; layer < mostLayers; layer += 1) {
    const first = sticky(/[\da-f]{2}/iy, text, end);
    if (!first) break;
    end += 2;
    const lead = Number.parseInt(first[0], 16);
    if (lead >= 0xc0) {
      const whole = severalBytes(text, lead, end);
      if (whole) all.push(whole);
      break;
    }
    if (lead < 0x80) all.push({ codePoint: lead, end });
    if (lead === ampersand) all.push(...entities(text, end));
    if (lead !== percent) break;
  }
  return all;
}

function severalBytes(text: string, lead: number, at: number): Decoded | undefined {
  const count = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
  const bytes = [lead];
  let end = at;
  for (let index = 0; index < count; index += 1) {
    const next = sticky(/%(?:25){0,5}([89ab][\da-f])/iy, text, end);
    if (!next) return undefined;
    bytes.push(Number.parseInt(next[1] ?? '', 16));
    end += next[0].length;
  }
  const codePoint = Buffer.from(bytes).toString('utf8').codePointAt(0);
  return codePoint === undefined ? undefined : { codePoint, end };
}

/** `#47;`, `#x2F;` or `sol;`, behind an `&`, which may itself have been escaped. */
function entities(text: string, at: number): Decoded[] {
  const all: Decoded[] = [];
  let end = at;
  for (let layer = 0; layer < mostLayers; layer += 1) {
    const one = sticky(/#(\d{1,7});?|#x([\da-f]{1,6});?|([a-z]{2,7});/iy, text, end);
    if (!one) break;
    const [whole, decimal, hexadecimal, name = ''] = one;
    const codePoint =
      decimal !== undefined
        ? Number.parseInt(decimal, 10)
        : hexadecimal !== undefined
          ? Number.parseInt(hexadecimal, 16)
          : namedEntity(name)?.codePointAt(0);
    if (codePoint === undefined) break;
    end += whole.length;
    all.push({ codePoint, end });
    if (codePoint !== ampersand) break;
  }
  return all;
}

function sticky(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
