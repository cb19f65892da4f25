/** What a colour is called when one looks for it: a rough word, by its hue and how light it is. */
import { m } from '@shared/messages/messages';

type Word =
  | 'red'
  | 'orange'
  | 'yellow'
  | 'green'
  | 'teal'
  | 'blue'
  | 'purple'
  | 'pink'
  | 'brown'
  | 'black'
  | 'grey'
  | 'white';

const texts: Readonly<Record<Word, () => string>> = {
  red: m.library_colour_red,
  orange: m.library_colour_orange,
  yellow: m.library_colour_yellow,
  green: m.library_colour_green,
  teal: m.library_colour_teal,
  blue: m.library_colour_blue,
  purple: m.library_colour_purple,
  pink: m.library_colour_pink,
  brown: m.library_colour_brown,
  black: m.library_colour_black,
  grey: m.library_colour_grey,
  white: m.library_colour_white,
};

/** Where each hue ends, in degrees. */
const hues: readonly (readonly [number, Word])[] = [
  [14, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [158, 'green'],
  [192, 'teal'],
  [255, 'blue'],
  [290, 'purple'],
  [338, 'pink'],
  [360, 'red'],
];

/** The word in the language in use; `undefined` for what is no hex colour. */
export function colourWord(text: string): string | undefined {
  const word = wordOf(text);
  return word && texts[word]();
}

function wordOf(text: string): Word | undefined {
  const digits = /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/iu.exec(text)?.[1] ?? doubled(text);
  if (digits === undefined) return undefined;
  const value = Number.parseInt(digits, 16);
  const red = (value >> 16) / 255;
  const green = ((value >> 8) & 255) / 255;
  const blue = (value & 255) / 255;
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const light = (most + least) / 2;
  const range = most - least;
  if (light > 0.95) return 'white';
  if (light < 0.08) return 'black';
  const saturation = range / (1 - Math.abs(2 * light - 1));
  if (range < 0.06 || saturation < 0.14) return light < 0.16 ? 'black' : 'grey';
  const sector =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  const hue = sector * 60;
  const word = hues.find(([end]) => hue <= end)?.[1] ?? 'red';
  const isBrown = (word === 'orange' || word === 'red') && hue > 8 && hue < 60 && light < 0.38;
  return isBrown ? 'brown' : word;
}

function doubled(text: string): string | undefined {
  const digits = /^#([0-9a-f]{3})$/iu.exec(text)?.[1];
  return digits === undefined ? undefined : [...digits].map((digit) => digit + digit).join('');
}
