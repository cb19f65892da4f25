/**
 * What of custom CSS the preview takes. The frame shares its thread with the window, so a sheet that
 * keeps the browser busy would keep the window busy. The limits are far above what sheets need; the
 * theme keeps and publishes its sheet whatever the preview makes of it.
 */

export const customCssLimits = {
  /** Characters. */
  length: 500_000,
  /** Brackets within brackets: the browser's parser goes as deep as the sheet does. */
  depth: 60,
  rules: 10_000,
  /** For reading the sheet and laying the chat out with it. */
  ms: 1_500,
} as const;

/** Why the preview does not wear a sheet. */
export type CustomCssTrouble =
  | { kind: 'tooLong'; length: number }
  | { kind: 'tooDeep' }
  | { kind: 'tooManyRules'; rules: number }
  | { kind: 'tooSlow'; ms: number }
  /** The browser itself refused it. */
  | { kind: 'refused' };

/** What can be told of a sheet before the browser reads it. */
export function customCssTrouble(css: string): CustomCssTrouble | null {
  if (css.length > customCssLimits.length) return { kind: 'tooLong', length: css.length };
  return bracketDepth(css) > customCssLimits.depth ? { kind: 'tooDeep' } : null;
}

// Comments, strings and escapes hold no brackets; an unended one goes to the end, or to the end of
// its line (CSS Syntax 3, 4.3).
const tokens =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*|'(?:\\[\s\S]|[^'\\\n])*|\\[\s\S]|[()[\]{}]/gu;

/** How deep brackets of any kind lie in each other. */
function bracketDepth(css: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of css.matchAll(tokens)) {
    if (token === '(' || token === '[' || token === '{') deepest = Math.max(deepest, (depth += 1));
    else if (token === ')' || token === ']' || token === '}') depth = Math.max(0, depth - 1);
  }
  return deepest;
}
