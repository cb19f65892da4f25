/**
 * What of a theme's custom CSS a miniature draws. The sheet itself is never applied to the app's own
 * page: it is read by the browser in a sheet that belongs to no document, and plain values of known
 * parts are copied one by one. What loads, moves or lays out anew is left to the studio.
 */
import { customCssTrouble } from './custom-css-limits';

export type MiniaturePart = 'ground' | 'host' | 'guest' | 'button' | 'input';

export interface MiniatureCss {
  /** Longhand properties with their values, in the order of the sheet. */
  readonly parts: Readonly<Record<MiniaturePart, readonly (readonly [string, string])[]>>;
  /** Whether there is more in the sheet than is drawn. */
  readonly isPart: boolean;
}

const bubbleGround = '.bubble-typing';
const selectors: Readonly<Record<string, MiniaturePart>> = {
  '.typebot-container': 'ground',
  '.typebot-host-bubble': 'host',
  [bubbleGround]: 'host',
  '.typebot-guest-bubble': 'guest',
  '.typebot-button': 'button',
  '.typebot-input': 'input',
};
/** Of a still picture nothing is pointed at. */
const ofTheMoment = /:(?:hover|active|focus|focus-visible|focus-within|disabled)\b/u;

const sides = ['top', 'right', 'bottom', 'left'];
const colours = ['color', 'background-color', ...sides.map((side) => `border-${side}-color`)];
const words = [
  'font-weight',
  'font-style',
  'text-transform',
  ...sides.map((side) => `border-${side}-style`),
];
const lengths = [
  'letter-spacing',
  ...sides.map((side) => `border-${side}-width`),
  ...['top-left', 'top-right', 'bottom-left', 'bottom-right'].map(
    (corner) => `border-${corner}-radius`,
  ),
];
/** What a shorthand says of the rest. */
const saysNothing = /^(?:initial|none|normal|auto|)$/u;
const backgroundRest = /^background-(?:attachment|clip|origin|position|repeat|size)/u;
const gradient = /^(?:repeating-)?(?:linear|radial|conic)-gradient\([^;]{1,300}\)$/u;
const loads = /url|image|var\(|attr\(|env\(/u;

/** As it is drawn: at about two thirds; `undefined` where it isn't. */
function drawn(name: string, value: string): string | undefined {
  if (name === 'background-image' && gradient.test(value) && !loads.test(value)) return value;
  if (colours.includes(name) && !loads.test(value) && CSS.supports('color', value)) return value;
  if (words.includes(name) && /^[a-z0-9-]{1,12}$/u.test(value)) return value;
  if (name === 'opacity' && /^[\d.]+$/u.test(value)) return value;
  if (!lengths.includes(name)) return undefined;
  if (/^-?[\d.]{1,6}(?:px|r?em)$/u.test(value)) return `calc(${value} * 0.7)`;
  return /^(?:[\d.]{1,5}%|thin|medium|thick)$/u.test(value) ? value : undefined;
}

/** Reads the declarations of a rule into the part; whether all of them are drawn. */
function readRule(
  style: CSSStyleDeclaration,
  isBubbleGround: boolean,
  hasGround: boolean,
  add: (name: string, value: string) => void,
): boolean {
  let isWhole = true;
  for (const name of style) {
    const value = style.getPropertyValue(name);
    if (backgroundRest.test(name) || (saysNothing.test(value) && value !== '')) continue;
    // What lies under a bot's bubble is a part of its own, which hides the bubble's background.
    const isHidden = name.startsWith('background') ? !hasGround : isBubbleGround;
    const shown = isHidden ? undefined : drawn(name, value);
    if (shown === undefined) isWhole = false;
    else add(name, shown);
  }
  return isWhole;
}

const nothing: MiniatureCss = {
  parts: { ground: [], host: [], guest: [], button: [], input: [] },
  isPart: true,
};

function read(css: string): MiniatureCss {
  const parts = { ground: [], host: [], guest: [], button: [], input: [] } as Record<
    MiniaturePart,
    [string, string][]
  >;
  let isPart = false;
  const sheet = new CSSStyleSheet();
  try {
    sheet.replaceSync(css);
  } catch {
    // The browser refuses a sheet that is too much for it.
    return nothing;
  }
  for (const rule of sheet.cssRules) {
    if (!(rule instanceof CSSStyleRule) || rule.cssRules.length > 0) {
      isPart = true;
      continue;
    }
    for (const selector of rule.selectorText.split(',')) {
      const trimmed = selector.trim();
      if (ofTheMoment.test(trimmed)) continue;
      const last = trimmed.replace(/^\.typebot-(?:container|host-bubble)\s*>?\s*(?=\.)/u, '');
      const part = selectors[last];
      if (!part) {
        isPart = true;
        continue;
      }
      const isBubbleGround = last === bubbleGround;
      const hasGround = part !== 'host' || isBubbleGround;
      const isWhole = readRule(rule.style, isBubbleGround, hasGround, (name, value) =>
        parts[part].push([name, value]),
      );
      isPart ||= !isWhole;
    }
  }
  return { parts, isPart };
}

/** What was read already: a library shows the same themes again and again. */
const known = new Map<string, MiniatureCss>();
const mostKnown = 400;
/** What is drawn of a sheet; without one that is short enough, nothing. */
export function miniatureCss(css: string | null | undefined): MiniatureCss {
  if (typeof css !== 'string' || customCssTrouble(css)) return nothing;
  const found = known.get(css);
  if (found) return found;
  if (known.size >= mostKnown) known.clear();
  const made = read(css);
  known.set(css, made);
  return made;
}

/** For `{@attach}`: gives a part of the miniature its values. */
export function wear(values: readonly (readonly [string, string])[]) {
  return (element: HTMLElement): (() => void) => {
    for (const [name, value] of values) element.style.setProperty(name, value);
    return () => {
      for (const [name] of values) element.style.removeProperty(name);
    };
  };
}
