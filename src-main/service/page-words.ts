/**
 * What a web page says. What else is in it, as attributes, scripts and hidden fields, is for a browser, and may be
 * anybody's session.
 */

const unshown = /<!--[^]*?(?:-->|$)|<(script|style|svg|template)\b[^]*?(?:<\/\1\s{0,9}>|$)/giu;
// Always ends, at a `>` outside quotes or with the text: looking for it takes as long as it is.
const tag = /<[/!?]?[a-z](?:=\s*"[^"]*(?:"|$)|=\s*'[^']*(?:'|$)|[^>])*(?:>|$)/giu;
const ofWords = /^<\/?(?:a|abbr|b|code|em|font|i|kbd|mark|small|span|strong|sub|sup|tt|u)\b/iu;

/** The words of a page, its paragraphs and rows on lines of their own. */
export function pageWords(page: string): string {
  return page
    .replace(unshown, '\n')
    .replace(tag, (found) => (ofWords.test(found) ? '' : '\n'))
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/\s*\n\s*/gu, '\n')
    .trim();
}
