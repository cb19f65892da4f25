/** Fonts by name: the most used web fonts, what stands in for them, and whether one is at hand. */

type Generic = 'sans-serif' | 'serif' | 'monospace' | 'cursive';

/** The most used web fonts with the family that stands in where one isn't at hand. */
const known: Readonly<Record<Generic, readonly string[]>> = {
  'sans-serif': [
    'Open Sans',
    'Inter',
    'Roboto',
    'Lato',
    'Montserrat',
    'Poppins',
    'Nunito',
    'Raleway',
    'DM Sans',
    'Work Sans',
    'Noto Sans',
    'Source Sans 3',
    'Rubik',
    'Mulish',
    'Manrope',
    'Outfit',
    'Figtree',
    'Karla',
    'Ubuntu',
    'Barlow',
    'Quicksand',
    'Josefin Sans',
    'IBM Plex Sans',
    'Space Grotesk',
    'Plus Jakarta Sans',
    'Oswald',
  ],
  serif: [
    'Merriweather',
    'Playfair Display',
    'Lora',
    'PT Serif',
    'Libre Baskerville',
    'EB Garamond',
    'Source Serif 4',
    'Crimson Text',
    'Bitter',
    'Roboto Slab',
    'Noto Serif',
  ],
  monospace: [
    'IBM Plex Mono',
    'JetBrains Mono',
    'Roboto Mono',
    'Fira Code',
    'Space Mono',
    'Inconsolata',
    'Courier Prime',
  ],
  cursive: ['Caveat', 'Dancing Script', 'Pacifico', 'Comfortaa'],
};

/** The names that are suggested, in the order of their use within each family. */
export const suggestedFonts: readonly string[] = Object.values(known).flat();

/** The fonts whose files come with Foyer (`fonts.css`), in the order of their use. */
export const bundledFonts: readonly string[] = [
  'Open Sans',
  'Inter',
  'Roboto',
  'Lato',
  'Montserrat',
  'Poppins',
  'Nunito',
  'Raleway',
  'DM Sans',
  'Work Sans',
  'Source Sans 3',
  'Merriweather',
  'Playfair Display',
  'Lora',
];
const bundled = new Set(bundledFonts.map((name) => name.toLowerCase()));

/** Whether the font's files come with Foyer (`fonts.css`). */
export function isBundledFont(name: string): boolean {
  return bundled.has(name.trim().toLowerCase());
}

/** The family that stands in for a font: known for the common ones, guessed from the name else. */
function genericOf(name: string): Generic {
  const wanted = name.trim().toLowerCase();
  for (const [generic, names] of Object.entries(known)) {
    if (names.some((known) => known.toLowerCase() === wanted)) return generic as Generic;
  }
  if (/\b(?:mono|code|courier|consolas|typewriter)\b/u.test(wanted)) return 'monospace';
  if (/\b(?:hand|script|brush)\b/u.test(wanted)) return 'cursive';
  if (/\bsans\b/u.test(wanted)) return 'sans-serif';
  return /\b(?:serif|slab|garamond|baskerville|times|georgia|bodoni|caslon|didot)\b/u.test(wanted)
    ? 'serif'
    : 'sans-serif';
}

/** What is shown where a font isn't at hand: a bundled one, or what this computer has of its kind. */
export type StandIn = { font: string } | { generic: 'monospace' | 'cursive' };

const bundledStandIns = { 'sans-serif': 'Open Sans', serif: 'Merriweather' } as const;

/** What stands in for a font in the preview and the miniatures. */
export function standInFor(name: string): StandIn {
  const generic = genericOf(name);
  return generic === 'sans-serif' || generic === 'serif'
    ? { font: bundledStandIns[generic] }
    : { generic };
}

/** The font's name as it may stand between quotes in CSS: it is foreign text. */
function bareName(name: string): string {
  return name.replace(/["\\\p{Cc}]/gu, '').trim();
}

/** A value for `font-family`: the font, what stands in for it, and its kind. */
export function fontStack(name: string): string {
  const bare = bareName(name);
  if (bare === '') return 'sans-serif';
  const standIn = standInFor(bare);
  const instead = 'font' in standIn && !isBundledFont(bare) ? `"${standIn.font}", ` : '';
  return `"${bare}", ${instead}${genericOf(bare)}`;
}

const probe = 'mmmmmmmmmmlli1WQ@';

/**
 * Whether a font can be shown on this computer: bundled or installed. Told by its width: a text set
 * in it differs from the same text in what stands in for it. `false` where nothing can be measured.
 */
export function isFontAtHand(name: string): boolean {
  if (isBundledFont(name)) return true;
  const bare = bareName(name);
  const context = bare === '' ? null : document.createElement('canvas').getContext('2d');
  if (!context) return false;
  const width = (family: string) => {
    context.font = `40px ${family}`;
    return context.measureText(probe).width;
  };
  // Against two, because the font may be the very one that stands in for one of them.
  return ['serif', 'monospace'].some(
    (generic) => width(`"${bare}", ${generic}`) !== width(generic),
  );
}
