/**
 * What a file may measure before it is read as themes. Apart from the checks, so that the windows
 * can ask for a file's size before they read it.
 */

const mebibyte = 1024 * 1024;

/** Bytes of a file that holds a theme, a bot, or what else is found. */
export const largestImport = 10 * mebibyte;
/** Bytes of what Foyer itself wrote for many themes: an export or a backup. */
export const largestBundle = 200 * mebibyte;
/** How many files are taken at once. */
export const mostFiles = 1_000;
/** How much of a file's beginning `sizeLimit` needs, in characters. */
export const beginningLength = 200;

const bundle = /^\uFEFF?\s*\{\s*"foyer"\s*:\s*"(?:themes|backup)"/u;

/** Whether a text names itself a backup. Foyer's own files do so first. */
export function beginsAsBackup(text: string): boolean {
  return bundle.exec(text.slice(0, beginningLength))?.[0].endsWith('"backup"') ?? false;
}

/** How many bytes a file with this beginning may have. Foyer's own files name themselves first. */
export function sizeLimit(beginning: string): number {
  return bundle.test(beginning) ? largestBundle : largestImport;
}
