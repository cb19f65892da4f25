/** The texts in fields of JSON, by the fields' names, wherever it stands in a text, also where it is cut off. */

/** Where a text stands in the one that was searched. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** The name of a field, also in JSON that stands as a text in JSON, where each quote has backslashes before it. */
const fieldName = /(?<!\\)(\\{0,16})"([^"\\]{1,80})\1"\s{0,9}:/gu;

/** Every text in the values of the fields that are wanted by their names, also in their lists and objects. */
export function placesInFields(text: string, isWanted: (name: string) => boolean): Place[] {
  const places: Place[] = [];
  let at = 0;
  for (const field of text.matchAll(fieldName)) {
    const [whole, backslashes = '', name = ''] = field;
    // One inside another has been walked through.
    if (field.index < at || !isWanted(name)) continue;
    at = field.index + whole.length;
    const part = partOfValue(backslashes);
    for (let depth = 0; ;) {
      part.lastIndex = at;
      const found = part.exec(text);
      if (!found) break;
      at = part.lastIndex;
      const [, bracket, quote = '', value = '', end = '', isName] = found;
      if (bracket !== undefined) depth += '[{'.includes(bracket) ? 1 : -1;
      else if (value !== '' && isName === undefined) {
        const start = found.index + found[0].indexOf(quote) + quote.length;
        places.push({ start, end: at - end.length });
      }
      if (depth <= 0) break;
    }
  }
  return places;
}

/** The text with each of those as `change` makes it. */
export function changedInFields(
  text: string,
  isWanted: (name: string) => boolean,
  change: (value: string) => string,
): string {
  let result = '';
  let at = 0;
  for (const { start, end } of placesInFields(text, isWanted)) {
    result += text.slice(at, start) + change(text.slice(start, end));
    at = end;
  }
  return result + text.slice(at);
}

/** The text that a JSON string stands for; as it is when it is cut off in the middle. */
export function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/**
 * What comes next in a value of JSON whose quotes have these backslashes before them: a bracket, a
 * text up to the quote that ends it or to where all is cut off, with a colon when it is a name, or
 * anything else.
 */
function partOfValue(backslashes: string): RegExp {
  const quote = backslashes.replaceAll('\\', '\\\\') + '"';
  return new RegExp(
    String.raw`(?:\s|,|\\{1,16}[nrt])*(?:([[\]{}])|(${quote})((?:(?!(?<!\\)${quote})[^])*)(${quote}|$)(\s*:)?|[\w.+\-]+)`,
    'uy',
  );
}
