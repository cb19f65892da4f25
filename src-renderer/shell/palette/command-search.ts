/**
 * Finds commands by what is typed: words in any order, each as the start of a word, as a part of one,
 * as the first letters of several, or with letters left out. Case and accents don't matter.
 */

/** Where a text matches: from, to (exclusive), in UTF-16 units; ordered, not overlapping. */
export type Range = readonly [from: number, to: number];

export interface Match {
  /** Above 0; higher is better. */
  score: number;
  /** In the label; empty when only other words matched. */
  ranges: readonly Range[];
}

/** What is looked through. */
export interface Searchable {
  label: string;
  context?: string | undefined;
  keywords?: readonly string[] | undefined;
}

const startOfAll = 1;
const startOfWord = 0.9;
const initials = 0.7;
const insideWord = 0.5;
const elsewhere = 0.4;
const lettersLeftOut = 0.2;

/** In lower case and without accents, unit for unit, so that places stay the same. */
function fold(text: string): string {
  let folded = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charAt(index);
    const plain = unit.normalize('NFD').charAt(0).toLowerCase();
    folded += plain.length === 1 ? plain : unit;
  }
  return folded;
}

/** After a space a sign begins a word, too: else "&" would not find "Cut & paste". */
function isWordStart(text: string, at: number): boolean {
  return (
    at === 0 ||
    /\s/u.test(text.charAt(at - 1)) ||
    (/[\p{L}\p{N}]/u.test(text.charAt(at)) && !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)))
  );
}

function wordStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (isWordStart(text, at) && /[\p{L}\p{N}]/u.test(text.charAt(at))) starts.push(at);
  }
  return starts;
}

function joined(places: readonly number[]): Range[] {
  const ranges: [number, number][] = [];
  for (const place of places) {
    const last = ranges.at(-1);
    if (last && last[1] === place) last[1] = place + 1;
    else ranges.push([place, place + 1]);
  }
  return ranges;
}

/** As the first letters of words that follow each other: "nt" in "New theme". */
function asInitials(word: string, text: string): Match | null {
  const starts = wordStarts(text);
  for (let first = 0; first + word.length <= starts.length; first += 1) {
    const places = starts.slice(first, first + word.length);
    if (places.every((place, index) => text.charAt(place) === word.charAt(index))) {
      return { score: initials, ranges: joined(places) };
    }
  }
  return null;
}

/** With letters left out, from the start of a word on: "setng" in "Settings". */
function withGaps(word: string, text: string): Match | null {
  for (const start of wordStarts(text)) {
    const places: number[] = [];
    let at = start;
    for (const letter of word) {
      at = text.indexOf(letter, at);
      if (at < 0) break;
      places.push(at);
      at += 1;
    }
    const last = places.at(-1);
    // Letters that lie far apart say nothing.
    if (places.length === word.length && last !== undefined && last - start < 2 * word.length) {
      return { score: lettersLeftOut, ranges: joined(places) };
    }
  }
  return null;
}

function inLabel(word: string, text: string): Match | null {
  let inside: number | undefined;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isWordStart(text, at)) {
      const score = at === 0 ? startOfAll : startOfWord;
      return { score, ranges: [[at, at + word.length]] };
    }
    inside ??= at;
  }
  if (word.length >= 2) {
    const found = asInitials(word, text);
    if (found) return found;
    if (inside !== undefined)
      return { score: insideWord, ranges: [[inside, inside + word.length]] };
  }
  return word.length >= 3 ? withGaps(word, text) : null;
}

function merged(ranges: readonly Range[]): Range[] {
  const out: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

const foldedTexts = new WeakMap<Searchable, { label: string; others: readonly string[] }>();

function foldedOf(searchable: Searchable): { label: string; others: readonly string[] } {
  let folded = foldedTexts.get(searchable);
  if (!folded) {
    const { label, context, keywords = [] } = searchable;
    const others = [...(context === undefined ? [] : [context]), ...keywords].map(fold);
    folded = { label: fold(label), others };
    foldedTexts.set(searchable, folded);
  }
  return folded;
}

/** How well something fits what is typed; `null` when a word of it fits nowhere. */
export function match(query: string, searchable: Searchable): Match | null {
  const words = fold(query).split(/\s+/u).filter(Boolean);
  const { label, others } = foldedOf(searchable);
  let score = 0;
  const ranges: Range[] = [];
  for (const word of words) {
    const found = inLabel(word, label);
    if (found) {
      score += found.score;
      ranges.push(...found.ranges);
      continue;
    }
    const isElsewhere = others.some((text) => {
      const at = text.indexOf(word);
      return at >= 0 && (isWordStart(text, at) || word.length >= 3);
    });
    if (!isElsewhere) return null;
    score += elsewhere;
  }
  if (words.length === 0) return { score: 1, ranges: [] };
  // Of equals, the one that says no more than was typed.
  return {
    score: score / words.length - Math.min(label.length, 100) / 10_000,
    ranges: merged(ranges),
  };
}

/** A label in pieces, for showing what matched. */
export function pieces(
  label: string,
  ranges: readonly Range[],
): { text: string; isMatch: boolean }[] {
  const out: { text: string; isMatch: boolean }[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from > at) out.push({ text: label.slice(at, from), isMatch: false });
    out.push({ text: label.slice(from, to), isMatch: true });
    at = to;
  }
  if (at < label.length) out.push({ text: label.slice(at), isMatch: false });
  return out;
}
