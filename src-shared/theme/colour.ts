/**
 * Colours as text. A theme takes any text as a colour (the contract names no format), so what it
 * means is worked out here: hex, names, `rgb()`, `hsl()`, `hwb()`, `oklab()` and `oklch()` of CSS
 * Color 4.
 */
import {
  converter,
  formatHex,
  formatHex8,
  modeHsl,
  modeHwb,
  modeOklab,
  modeOklch,
  modeRgb,
  parse,
  useMode,
} from 'culori/fn';

useMode(modeRgb);
useMode(modeHsl);
useMode(modeHwb);
useMode(modeOklab);
useMode(modeOklch);
const inRgb = converter('rgb');

/** A colour in sRGB; red, green, blue and alpha from 0 to 1. */
export interface Rgb {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

const within = (value: number) => Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0));

/** The colour that the text means, or `undefined` where it means none that is known here. */
export function parseColour(text: string): Rgb | undefined {
  // The parser knows functions, units and `none` in small letters only; CSS knows them in any.
  const trimmed = text.trim().toLowerCase();
  // A bare `1d3340` means a colour to the parser, but to no browser.
  if (/^[0-9a-f]+$/u.test(trimmed)) return undefined;
  const parsed = inRgb(parse(trimmed));
  if (!parsed) return undefined;
  return {
    r: within(parsed.r),
    g: within(parsed.g),
    b: within(parsed.b),
    alpha: within(parsed.alpha ?? 1),
  };
}

/** As `#RRGGBB`, or `#RRGGBBAA` where it is translucent. */
export function toHex(colour: Rgb): string {
  const { alpha, ...opaque } = colour;
  return (
    alpha < 1
      ? formatHex8({ mode: 'rgb', ...opaque, alpha })
      : formatHex({ mode: 'rgb', ...opaque })
  ).toUpperCase();
}

/** Any colour text as hex, or `undefined` where it is no colour that is known here. */
export function colourAsHex(text: string): string | undefined {
  const colour = parseColour(text);
  return colour && toHex(colour);
}

/**
 * Whether the text is a hex colour of 3, 4, 6 or 8 digits: the one form that every service of this
 * kind is sure to understand.
 */
export function isHexColour(text: string): boolean {
  return /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/iu.test(text);
}

/** What is seen where a translucent colour lies on an opaque ground (CSS Compositing 1, source over). */
export function composite(over: Rgb, ground: Rgb): Rgb {
  const mix = (top: number, bottom: number) => top * over.alpha + bottom * (1 - over.alpha);
  return { r: mix(over.r, ground.r), g: mix(over.g, ground.g), b: mix(over.b, ground.b), alpha: 1 };
}
