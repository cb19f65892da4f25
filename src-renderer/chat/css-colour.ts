/**
 * Whether a theme's text is a colour for CSS, asked of the browser itself: the library's cards need
 * no colour maths, which the window would have to load before its first screen.
 */

// One plain value: no var(), url() or anything else that stands for more than itself.
const plainColour =
  /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\([^()]*\))$/iu;

/** What was asked already: a library shows the same few hundred colours again and again. */
const known = new Map<string, string | undefined>();
const mostKnown = 2_000;

/** The text, if it is a colour that this browser knows by itself. */
export function cssColour(text: string): string | undefined {
  if (known.has(text)) return known.get(text);
  const trimmed = text.trim();
  const isColour = plainColour.test(trimmed) && CSS.supports('color', trimmed);
  const colour = isColour ? trimmed : undefined;
  if (known.size >= mostKnown) known.clear();
  known.set(text, colour);
  return colour;
}
