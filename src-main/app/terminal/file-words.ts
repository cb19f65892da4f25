/** Files named on the command line, as a person types them or as a desktop hands them over. */
import { isAbsolute, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the words were typed, and what is there. */
export interface Caller {
  /** The working folder: absolute. */
  readonly folder: string;
  /** Whether anything has this absolute path. */
  exists(path: string): boolean;
}

const isAddress = (word: string) => /^file:/iu.test(word);
/** What Foyer and the service’s exports are called. A folder in front makes a path of any word. */
const endsAsFile = (word: string) => /\.(?:foyer|json)$/iu.test(word);

/** The absolute path that a word means; `file://` addresses are read as well. */
export function pathOfWord(word: string, { folder }: Caller): string {
  return localPath(word) ?? resolve(folder, word);
}

/**
 * Whether the first word is a file and no mistyped command: by how it looks, so that one that is not
 * there is told as a file, or because something of that name is there.
 */
export function isFileWord(word: string, caller: Caller): boolean {
  if (isAddress(word) || endsAsFile(word) || isAbsolute(word)) return true;
  if (word.includes('/') || word.includes(sep)) return true;
  return word !== '' && caller.exists(pathOfWord(word, caller));
}

/** `undefined` for what is no address of a file on this computer. */
function localPath(word: string): string | undefined {
  if (!isAddress(word)) return undefined;
  try {
    const address = new URL(word);
    // Windows would go and ask another computer, with the person's own name.
    return address.host === '' ? fileURLToPath(address) : undefined;
  } catch (error) {
    // No address after all, or a `%2F` in it, which no file's name can have.
    if (error instanceof TypeError || error instanceof URIError) return undefined;
    throw error;
  }
}
