/** The names of the files in which saved edits lie that are no version yet. Pure. */
import { basename, join } from 'node:path';

/** The names of files of edits that are no version yet; in each a version’s form. */
export const draftName = /^edited(?:-(\d{1,9}))?\.jsonl$/u;

/** The later ones of several have higher numbers; the first has none. */
function draftNumber(name: string): number {
  return Number(draftName.exec(name)?.[1] ?? 1);
}

/** Of the names in a theme's folder those of drafts, in the order in which they were noted. */
export function draftNames(names: readonly string[]): string[] {
  return names
    .filter((name) => draftName.test(name))
    .sort((one, other) => draftNumber(one) - draftNumber(other));
}

/** Where edits can be noted beside those of earlier runs that stay, and after them. */
export function freeDraft(folder: string, earlier: readonly { readonly path: string }[]): string {
  const last = Math.max(0, ...earlier.map(({ path }) => draftNumber(basename(path))));
  return join(folder, last === 0 ? 'edited.jsonl' : `edited-${String(last + 1)}.jsonl`);
}
