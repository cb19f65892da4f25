/** A picture's colours given to the parts of a chat, so that every text can be read. */
import { parseColour, toHex } from '@shared/theme/colour';
import { contrastRatio, leastReadable, nearestReadable } from '@shared/theme/contrast';
import type { ThemeEdit } from '@shared/theme/fields';
import { clampChroma, converter, modeOklch, modeRgb, useMode } from 'culori/fn';
import type { PictureColour } from './palette-of';

useMode(modeRgb);
useMode(modeOklch);
const inOklch = converter('oklch');
const inRgb = converter('rgb');

interface Tone {
  hex: string;
  /** OKLCH: lightness 0 to 1, chroma, hue in degrees. */
  l: number;
  c: number;
  h: number;
  share: number;
}

const white = '#FFFFFF';
/** Below it a colour is seen as a grey (OKLCH chroma). */
const grey = 0.04;

function toneOf({ hex, share }: PictureColour): Tone {
  const { l, c, h = 0 } = inOklch(hex) ?? { l: 0, c: 0 };
  return { hex, l, c, h, share };
}

function shade(l: number, c: number, h: number): string {
  const { r, g, b } = inRgb(clampChroma({ mode: 'oklch', l, c, h }, 'oklch'));
  const within = (channel: number) => Math.min(1, Math.max(0, channel));
  return toHex({ r: within(r), g: within(g), b: within(b), alpha: 1 });
}

function ratio(one: string, other: string): number {
  const [a, b] = [parseColour(one), parseColour(other)];
  return a && b ? contrastRatio(a, b) : 1;
}

/** The text as it is, or the nearest that can be read on the ground. */
function readable(ground: string, text: string): string {
  return nearestReadable(text, ground) ?? text;
}

/** On grounds that are nearly dark enough for it, white text looks better than any other. */
const nearlyWhite = 2.8;

/** A ground with a text that can be read on it. */
function pair(ground: string, ink: string): { ground: string; text: string } {
  const good = [white, ink].find((text) => ratio(text, ground) >= leastReadable);
  if (good !== undefined) return { ground, text: good };
  if (ratio(white, ground) >= nearlyWhite) {
    return { ground: nearestReadable(ground, white) ?? ground, text: white };
  }
  return { ground, text: readable(ground, ink) };
}

/** How much a colour draws the eye: by its strength, and a little by how much of it there is. */
const draw = ({ c, share }: Tone) => c * (0.5 + Math.sqrt(share));

/**
 * One set of edits that dresses a theme in a picture's colours: the strongest on the buttons, the
 * next on the guest's bubbles, a light one under everything. None where there are no colours.
 */
export function themeColours(colours: readonly PictureColour[]): ThemeEdit[] {
  const tones = colours.map(toneOf);
  const [commonest] = tones;
  if (!commonest) return [];
  const strong = tones.filter(({ c }) => c >= grey).sort((a, b) => draw(b) - draw(a));
  const darkest = tones.reduce((dark, tone) => (tone.l < dark.l ? tone : dark));
  const button = strong[0] ?? darkest;
  const guest =
    strong.slice(1).find(({ h, l }) => {
      const turn = Math.abs(h - button.h);
      return Math.min(turn, 360 - turn) > 20 || Math.abs(l - button.l) > 0.12;
    }) ?? (darkest.l < 0.5 ? darkest : button);

  const light = tones.find(({ l, c }) => l >= 0.93 && c < 0.03);
  const ground = light?.hex ?? shade(0.98, Math.min(commonest.c, 0.008), commonest.h);
  const host =
    tones.find(({ hex, l, c }) => l >= 0.84 && l < 0.95 && c < 0.09 && hex !== ground)?.hex ??
    shade(0.94, Math.min(commonest.c, 0.025), commonest.h);
  const ink = darkest.l <= 0.4 ? darkest.hex : shade(0.28, Math.min(darkest.c, 0.04), darkest.h);

  const guestPair = pair(guest.hex, ink);
  const buttonPair = pair(button.hex, ink);
  return [
    { field: 'general.background.type', value: 'Color' },
    { field: 'general.background.content', value: ground },
    { field: 'chat.hostBubbles.backgroundColor', value: host },
    { field: 'chat.hostBubbles.color', value: readable(host, ink) },
    { field: 'chat.guestBubbles.backgroundColor', value: guestPair.ground },
    { field: 'chat.guestBubbles.color', value: guestPair.text },
    { field: 'chat.buttons.backgroundColor', value: buttonPair.ground },
    { field: 'chat.buttons.color', value: buttonPair.text },
    { field: 'chat.inputs.backgroundColor', value: white },
    { field: 'chat.inputs.color', value: readable(white, ink) },
    {
      field: 'chat.inputs.placeholderColor',
      value: readable(white, shade(0.55, Math.min(darkest.c, 0.02), darkest.h)),
    },
  ];
}
