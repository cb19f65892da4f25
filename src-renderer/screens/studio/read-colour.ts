/**
 * What a person means who types or pastes a colour. Looser than a theme's own texts, which are read
 * as a browser reads them: here the `#` may be missing, and what is no colour has a nearest one.
 */
import { colourAsHex } from '@shared/theme/colour';
import { stepsBetween } from '@shared/word-distance';
import { colorsNamed } from 'culori/fn';

/** The colour that was typed, as hex: any form of CSS, and hex digits without their `#`. */
export function typedColour(text: string): string | undefined {
  const trimmed = text.trim();
  return colourAsHex(/^[0-9a-f]+$/iu.test(trimmed) ? `#${trimmed}` : trimmed);
}

/**
 * The colour that was typed, once nothing is missing: three and four digits are on the way to six,
 * and are not taken before a person is done.
 */
export function finishedColour(text: string): string | undefined {
  return /^#?[0-9a-f]{0,5}$/iu.test(text.trim()) ? undefined : typedColour(text);
}

const functions = /\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\b[\s(:]*([^()]*)/iu;
/** Three numbers that can be red, green and blue: neither parts of a hundred nor degrees. */
const numbers = /^\D*(\d{1,3})[^\d%°]+(\d{1,3})[^\d%°]+(\d{1,3})[^\d%°]*$/u;
/** What says that numbers are of something else, and is no name of a colour either. */
const otherSpace = /\b(?:hs[a-z]|hsla|hwb|hcl|(?:cie|ok)?l(?:ab|ch|uv)|cmyk?|xyz|yuv)\b/iu;
/** Letters that stand where a digit was meant. */
const lookAlikes: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** The nearest colour that a text which is none could mean, as hex. */
export function nearestColour(text: string): string | undefined {
  // What was copied with its surroundings: `color: "#3B7A57";`.
  const bare = text
    .replace(/^[\w-]+:/u, '')
    .replace(/["'`;,]+/gu, ' ')
    .trim();
  const [, name, inside] = functions.exec(text) ?? [];
  return (
    typedColour(bare) ??
    (name && colourAsHex(`${name}(${inside?.trim() ?? ''})`)) ??
    nearestHex(bare) ??
    (otherSpace.test(text) ? undefined : (nearestNumbers(text) ?? nearestName(text)))
  );
}

function nearestNumbers(text: string): string | undefined {
  const [, r, g, b] = numbers.exec(text) ?? [];
  return r && g && b ? colourAsHex(`rgb(${r} ${g} ${b})`) : undefined;
}

/** Digits after a `#` or `0x`, or digits alone, with too few, too many or wrong ones among them. */
function nearestHex(text: string): string | undefined {
  const [, marked] = /(?:#+|\b0x)\s*([^\s)]+)/iu.exec(text) ?? [];
  const [alone] = /^[0-9a-foil]+$/iu.exec(text) ?? [];
  const source = marked ?? (alone && (/\d/u.test(alone) || alone.length <= 2) ? alone : '');
  const digits = source
    .toLowerCase()
    .replace(/[oil]/gu, (letter) => lookAlikes[letter] ?? '')
    .replace(/[^0-9a-f]/gu, '');
  if (digits === '') return undefined;
  if (digits.length <= 2) return colourAsHex(`#${digits.repeat(6 / digits.length)}`);
  // One digit was left out or typed twice: what is there is kept.
  if (digits.length === 5) return colourAsHex(`#${digits}${digits.slice(-1)}`);
  return colourAsHex(`#${digits.length === 7 ? digits.slice(0, 6) : digits.slice(0, 8)}`);
}

function nearestName(text: string): string | undefined {
  if (text.includes('(')) return undefined;
  const letters = text.toLowerCase().replace(/[^a-z]/gu, '');
  if (letters === '') return undefined;
  const [best] = Object.keys(colorsNamed)
    .map((name) => ({ name, steps: stepsBetween(letters, name) }))
    .sort((one, other) => one.steps - other.steps);
  // More than that is another word.
  const isNear = best && best.steps <= Math.ceil(letters.length * 0.4);
  return isNear ? colourAsHex(best.name) : undefined;
}
