/**
 * Whether the texts of a theme can be read on their grounds, by WCAG 2.2 (success criterion 1.4.3),
 * and the nearest colour that can be.
 */
import { clampChroma, converter } from 'culori/fn';
import { composite, parseColour, toHex, type Rgb } from './colour';
import type { ThemeField } from './fields';
import type { Theme } from './theme';

/** The least ratio for text of an ordinary size. WCAG 2.2, 1.4.3 (AA). */
export const leastReadable = 4.5;

const inOklch = converter('oklch');
const inRgb = converter('rgb');
const white: Rgb = { r: 1, g: 1, b: 1, alpha: 1 };

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance, 0 to 1. WCAG 2.2, *relative luminance*. */
function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** The contrast ratio of two opaque colours, 1 to 21. WCAG 2.2, *contrast ratio*. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

/** A colour that reads, and how far its lightness (OKLab, 0 to 1) is from the one it replaces. */
interface Readable {
  hex: string;
  distance: number;
}

/**
 * The nearest colour to `colour` that reaches 4.5 beside `beside`: hue and chroma are kept as far as
 * sRGB has them at that lightness. `undefined` where no lightness reaches it, which can only be for
 * a `beside` of middle grey and towards one side; so there is always one for an opaque `beside`.
 */
function nearest(colour: Rgb, beside: Rgb): Readable | undefined {
  const { l: from, c, h } = inOklch({ mode: 'rgb', r: colour.r, g: colour.g, b: colour.b });
  const at = (lightness: number): Rgb => {
    const clamped = inRgb(
      clampChroma({ mode: 'oklch', l: lightness, c, ...(h === undefined ? {} : { h }) }, 'oklch'),
    );
    // Judged as it will be written: in steps of 1/255.
    const step = (channel: number) => Math.min(255, Math.max(0, Math.round(channel * 255))) / 255;
    return { r: step(clamped.r), g: step(clamped.g), b: step(clamped.b), alpha: 1 };
  };
  const reads = (lightness: number) => contrastRatio(at(lightness), beside) >= leastReadable;
  if (reads(from)) return { hex: toHex(at(from)), distance: 0 };

  const towards = (end: 0 | 1): Readable | undefined => {
    if (!reads(end)) return undefined;
    let unread = from;
    let read: number = end;
    // Twelve halvings come below one step of 8-bit colour.
    for (let halving = 0; halving < 12; halving += 1) {
      const middle = (unread + read) / 2;
      if (reads(middle)) read = middle;
      else unread = middle;
    }
    return { hex: toHex(at(read)), distance: Math.abs(read - from) };
  };
  const found = [towards(0), towards(1)].filter((way) => way !== undefined);
  return found.sort((a, b) => a.distance - b.distance)[0];
}

/**
 * The nearest colour to the text `foreground` that reaches 4.5 on the ground `background`, as hex;
 * lightness changes, hue and chroma are kept. `undefined` where either is no colour, or the ground
 * is translucent so that what is under it decides.
 */
export function nearestReadable(foreground: string, background: string): string | undefined {
  const text = parseColour(foreground);
  const ground = parseColour(background);
  if (!text || !ground || ground.alpha < 1) return undefined;
  return nearest(composite(text, ground), ground)?.hex;
}

/** The texts whose contrast is judged. */
export type ContrastText = 'hostBubbles' | 'guestBubbles' | 'buttons' | 'inputs' | 'placeholder';

/** One text on its ground. */
export interface Contrast {
  text: ContrastText;
  /** As the theme has them. */
  foreground: string;
  background: string;
  /** `null`: it is not known; `unknown` says why. */
  ratio: number | null;
  /**
   * - `colour`: one of the two is no colour that is known here
   * - `picture`: the ground is translucent, and a picture lies under it
   * - `page`: the ground is translucent, and under it lies the page that the chat is put on
   */
  unknown: 'colour' | 'picture' | 'page' | null;
  /** One edit that makes it readable, where it isn't. */
  fix: { field: ThemeField; value: string } | null;
}

interface Pair {
  text: ContrastText;
  foreground: ThemeField;
  background: ThemeField;
  /** Inputs: their ground carries two texts, so a fix changes the text. */
  isGroundShared: boolean;
}

const pairs: readonly (Pair & { read(theme: Theme): [string, string] })[] = [
  {
    text: 'hostBubbles',
    foreground: 'chat.hostBubbles.color',
    background: 'chat.hostBubbles.backgroundColor',
    isGroundShared: false,
    read: ({ chat }) => [chat.hostBubbles.color, chat.hostBubbles.backgroundColor],
  },
  {
    text: 'guestBubbles',
    foreground: 'chat.guestBubbles.color',
    background: 'chat.guestBubbles.backgroundColor',
    isGroundShared: false,
    read: ({ chat }) => [chat.guestBubbles.color, chat.guestBubbles.backgroundColor],
  },
  {
    text: 'buttons',
    foreground: 'chat.buttons.color',
    background: 'chat.buttons.backgroundColor',
    isGroundShared: false,
    read: ({ chat }) => [chat.buttons.color, chat.buttons.backgroundColor],
  },
  {
    text: 'inputs',
    foreground: 'chat.inputs.color',
    background: 'chat.inputs.backgroundColor',
    isGroundShared: true,
    read: ({ chat }) => [chat.inputs.color, chat.inputs.backgroundColor],
  },
  {
    text: 'placeholder',
    foreground: 'chat.inputs.placeholderColor',
    background: 'chat.inputs.backgroundColor',
    isGroundShared: true,
    read: ({ chat }) => [chat.inputs.placeholderColor, chat.inputs.backgroundColor],
  },
];

/** What lies under everything: the theme's own colour, or why that is not known. */
function page(theme: Theme): Rgb | 'colour' | 'picture' | 'page' {
  const { type, content } = theme.general.background;
  if (type === 'Image') return 'picture';
  if (type === 'None' || !content) return 'page';
  const colour = parseColour(content);
  // What is behind a translucent one is white where the chat stands alone, as it does in the preview.
  return colour ? composite(colour, white) : 'colour';
}

function judge(
  pair: Pair,
  foreground: string,
  background: string,
  under: ReturnType<typeof page>,
): Contrast {
  const judged = { text: pair.text, foreground, background };
  const unknown = (why: NonNullable<Contrast['unknown']>): Contrast => ({
    ...judged,
    ratio: null,
    unknown: why,
    fix: null,
  });
  const text = parseColour(foreground);
  const own = parseColour(background);
  if (!text || !own) return unknown('colour');
  if (own.alpha < 1 && typeof under === 'string') return unknown(under);
  const ground = typeof under === 'string' ? own : composite(own, under);
  const seen = composite(text, ground);
  const ratio = contrastRatio(seen, ground);
  if (ratio >= leastReadable) return { ...judged, ratio, unknown: null, fix: null };
  const byText = nearest(seen, ground);
  const byGround = pair.isGroundShared || text.alpha < 1 ? undefined : nearest(ground, seen);
  // The side that has to move less. White on orange: the orange.
  const isGround = byGround && (!byText || byGround.distance < byText.distance);
  const fixed = isGround ? byGround : byText;
  const field = isGround ? pair.background : pair.foreground;
  return { ...judged, ratio, unknown: null, fix: fixed ? { field, value: fixed.hex } : null };
}

/**
 * Every text of the theme on its ground, the hardest to read first; those whose ratio isn't known
 * come last. Translucent colours are judged as they are seen on what lies under them.
 */
export function themeContrasts(theme: Theme): Contrast[] {
  const under = page(theme);
  return pairs
    .map((pair) => judge(pair, ...pair.read(theme), under))
    .sort((a, b) => (a.ratio ?? Infinity) - (b.ratio ?? Infinity));
}
