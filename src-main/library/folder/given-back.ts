/** Which file is a theme that a copy of it has become while the theme's own file was away. */
import { compareTimes } from './compare-times';
import type { GoodFile, GoodRead } from './folder-state';
import type { GivenBack } from './noted-copies';
import { documentIn } from './theme-file';

/** Time that programs take to rename a file by removing it and creating the other. */
const renameMs = 60_000;

/**
 * Whether what lies in a file now is the theme whose file had gone away: newer than that, or the same.
 * Under another name, the same may as well be a copy of the file that has become the theme since; that
 * is a later one.
 */
export function isReturned(
  { copy, from, at, was, isPutOver }: GivenBack,
  read: GoodRead,
  file: GoodFile,
): boolean {
  if (isPutOver) return read.hash === was;
  const isOwnName = read.name === from;
  if (file.state === 'newer' || read.hash === was) return isOwnName;
  const age = compareTimes(file.document.updatedAt, documentIn(copy.text)?.updatedAt ?? '');
  if (age !== 0 || isOwnName) return age >= 0;
  return read.hash === copy.hash && read.stamp.modifiedMs <= (at ?? 0) + renameMs;
}
