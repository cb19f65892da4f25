/** The texts in fields of JSON, by the fields' names, wherever it stands in a text, also where it is cut off. */
import { asRead } from '../storage/storage';

/** Where a text stands in the one that was searched. */
interface Place {
  /** The name of the field in whose value it stands. */
  readonly field: string;
  readonly start: number;
  readonly end: number;
  /** What has to stand around what replaces a number, which has none. */
  readonly quote: string;
}

/** The name of a field, also in JSON that stands as a text in JSON, where each quote has backslashes before it. */
const fieldName = /(?<!\\)(\\{0,16})"((?:[^"\\]|\\{1,16}u[\da-f]{4}){1,80})\1"\s{0,9}:/giu;
/** A shorter one is a count. */
const longNumber = /^\d{4,}$/u;

/**
 * Every text in the values of the fields that are wanted by their names, also in their lists and objects, and in those of
 * `withNumbers` every number that is no count.
 */
export function placesInFields(
  text: string,
  isWanted: (name: string) => boolean,
  withNumbers: (name: string) => boolean = () => false,
): Place[] {
  const places: Place[] = [];
  let at = 0;
  for (const field of text.matchAll(fieldName)) {
    const [whole, backslashes = '', written = ''] = field;
    const name = written.includes('\\') ? asRead(written).read : written;
    // One inside another has been walked through.
    if (field.index < at || !isWanted(name)) continue;
    at = field.index + whole.length;
    const part = partOfValue(backslashes);
    for (let depth = 0; ;) {
      part.lastIndex = at;
      const found = part.exec(text);
      if (!found) break;
      at = part.lastIndex;
      const [, bracket, quote = '', value = '', end = '', isName, bare = ''] = found;
      if (bracket !== undefined) depth += '[{'.includes(bracket) ? 1 : -1;
      else if (value !== '' && isName === undefined) {
        const start = found.index + found[0].indexOf(quote) + quote.length;
        places.push({ field: name, start, end: at - end.length, quote: '' });
      } else if (longNumber.test(bare) && withNumbers(name)) {
        places.push({ field: name, start: at - bare.length, end: at, quote: `${backslashes}"` });
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
  change: (value: string, field: string) => string,
  withNumbers?: (name: string) => boolean,
): string {
  let result = '';
  let at = 0;
  for (const { field, start, end, quote } of placesInFields(text, isWanted, withNumbers)) {
    result += text.slice(at, start) + quote + change(text.slice(start, end), field) + quote;
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
    String.raw`(?:\s|,|\\{1,16}[nrt])*(?:([[\]{}])|(${quote})((?:(?!(?<!\\)${quote})[^])*)(${quote}|$)(\s*:)?|([\w.+\-]+))`,
    'uy',
  );
}
