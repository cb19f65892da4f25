/** Colours as a picker has them: hue, saturation and value. */
import { parseColour, toHex } from '@shared/theme/colour';
import { converter, modeHsv, useMode } from 'culori/fn';

useMode(modeHsv);
const inHsv = converter('hsv');
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
