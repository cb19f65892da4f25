/** Colours as a picker has them: hue, saturation and value, and the numbers that are typed. */
import { parseColour, toHex } from '@shared/theme/colour';
import { converter, modeHsv, useMode } from 'culori/fn';

useMode(modeHsv);
const inHsv = converter('hsv');
const inHsl = converter('hsl');
const inRgb = converter('rgb');

export interface Hsv {
  /** Degrees, 0 to 360. */
  h: number;
  /** 0 to 1. */
  s: number;
  v: number;
  alpha: number;
}

/** The colour that a text means; black where it means none. */
export function hsvOf(text: string): Hsv {
  const { alpha, ...rgb } = parseColour(text) ?? { r: 0, g: 0, b: 0, alpha: 1 };
  // Greys have no hue.
  const { h = 0, s, v } = inHsv({ mode: 'rgb', ...rgb });
  return { h, s, v, alpha };
}

/** As `#RRGGBB`, or `#RRGGBBAA` where it is translucent. */
export function hexOf({ h, s, v, alpha }: Hsv): string {
  const { r, g, b } = inRgb({ mode: 'hsv', h, s, v });
  return toHex({ r, g, b, alpha });
}

type Channels = [number, number, number];

/** Red, green and blue, 0 to 255, or hue in degrees, saturation and lightness in percent. */
export function channelsOf(space: 'rgb' | 'hsl', { h, s, v }: Hsv): Channels {
  if (space === 'rgb') {
    const { r, g, b } = inRgb({ mode: 'hsv', h, s, v });
    return [r * 255, g * 255, b * 255];
  }
  const hsl = inHsl({ mode: 'hsv', h, s, v });
  return [h, hsl.s * 100, hsl.l * 100];
}

/** The colour with one of its numbers changed; a grey keeps the hue that it was put to. */
export function withChannel(space: 'rgb' | 'hsl', hsv: Hsv, at: 0 | 1 | 2, value: number): Hsv {
  const channels = channelsOf(space, hsv);
  channels[at] = value;
  const [x, y, z] = channels;
  const { h, s, v } =
    space === 'rgb'
      ? inHsv({ mode: 'rgb', r: x / 255, g: y / 255, b: z / 255 })
      : inHsv({ mode: 'hsl', h: x, s: y / 100, l: z / 100 });
  return { h: space === 'hsl' ? x : (h ?? hsv.h), s, v, alpha: hsv.alpha };
}
