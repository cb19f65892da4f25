/**
 * Addresses that let whoever has them act for the person: of a checkout, and of the way back from
 * one (architecture, *Sending*). They are cut to their host, in whatever escapes they stand.
 */

/**
 * A field that holds one, also in JSON that stands as a text in JSON, where each quote has
 * backslashes before it; its value up to the quote that ends it, or to where the text is cut off.
 */
const addressField =
  /((\\{0,16})"[\w-]*(?:checkout|return|portal|redirect)[_-]?ur[il]\2"\s{0,9}:\s{0,9}\2")((?:(?!(?<!\\)\2")[^])+)/giu;

const slash = String.raw`(?:\\{0,16}\/|\\{1,16}u002f|%(?:25){0,5}2f|&(?:amp;){0,5}(?:#0{0,4}47|#x0{0,4}2f|sol);)`;
const colon = String.raw`(?::|\\{1,16}u003a|%(?:25){0,5}3a|&(?:amp;){0,5}(?:#0{0,4}58|#x0{0,4}3a|colon);)`;
/** Scheme, who signs in, host, and all that belongs to it. */
const address = new RegExp(
  String.raw`(https?)${colon}${slash}{2}([^\s"'<>\\/?#%&@]*@)?([^\s"'<>\\/?#%&@]*)((?:[^\s"'<>\\${'`'}]|\\{1,16}(?:[\\/]|u[\da-f]{4}))*)`,
  'giu',
);

/** The values of the fields that hold such an address. */
export function fieldAddresses(text: string): string[] {
  return [...text.matchAll(addressField)].map(([, , , value = '']) => unescaped(value));
}

/** The text with those fields' addresses cut to their host. */
export function cutFieldAddresses(text: string): string {
  return text.replace(
    addressField,
    (_, before: string, _quote: string, value: string) => before + cutAddress(value),
  );
}

/** The text with every address in it cut to its host. */
export function cutEveryAddress(text: string): string {
  return text.replace(address, cutOne);
}

/** One address cut to its host; what is none is hidden whole. */
export function cutAddress(value: string): string {
  const cut = cutEveryAddress(value);
  return cut === value ? '[address]' : cut;
}

function cutOne(_: string, scheme: string, _user: unknown, host: string): string {
  return host === '' ? '[address]' : `${scheme}://${host}/…`;
}

/** The text that a JSON string stands for; as it is when it is cut off in the middle. */
function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
