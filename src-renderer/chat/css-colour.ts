/**
 * Whether a theme's text is a colour for CSS, asked of the browser itself: the library's cards need
 * no colour maths, which the window would have to load before its first screen.
 */

// One plain value: no var(), url() or anything else that stands for more than itself.
const plainColour =
  /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\([^()]*\))$/iu;

/** The text, if it is a colour that this browser knows by itself. */
export function cssColour(text: string): string | undefined {
  const colour = text.trim();
  return plainColour.test(colour) && CSS.supports('color', colour) ? colour : undefined;
}
