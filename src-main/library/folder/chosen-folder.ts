import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import { hasSameInode, openDocumentFolder, type DocumentFolder } from '../../storage/storage';
import type { LibraryOptions } from '../library-options';
import { largestThemeFile } from './theme-file';

/**
 * The folder that a person chose for the library, if it can be one: a folder that is there, apart
 * from the one in use and from Foyer's own files.
 *
 * @throws ProblemError libraryFolderMissing, libraryFolderRefused
 */
export async function chosenFolder(
  path: string,
  current: string,
  options: Pick<LibraryOptions, 'mayUse' | 'profileFolder'>,
): Promise<DocumentFolder> {
  const refuse = (reason: 'notAFolder' | 'ofFoyer' | 'within'): never => {
    throw new ProblemError({ code: 'libraryFolderRefused', path, reason });
  };
  if (!isAbsolute(path) || options.mayUse?.(path) !== true) return refuse('notAFolder');
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new ProblemError({ code: 'libraryFolderMissing', path });
  if (!found.isDirectory()) return refuse('notAFolder');
  const real = await realPath(path);
  if (await isWithin(real, await realPath(options.profileFolder))) return refuse('ofFoyer');
  const now = await realPath(current);
  // The same one by another path (a share with two names) can be looked at, and not moved to.
  if (real !== now && (await isSame(real, now))) return opened(path);
  if ((await isWithin(real, now)) || (await isWithin(now, real))) return refuse('within');
  return opened(path);
}

function opened(path: string): DocumentFolder {
  return openDocumentFolder(path, { maxBytes: largestThemeFile });
}

/** With links followed; as it is where it isn't there. */
async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

/** Whether `path` is `folder` or lies in it, whatever the folders above are called. */
async function isWithin(path: string, folder: string): Promise<boolean> {
  const way = relative(folder, path);
  if (way === '' || !(way.startsWith('..') || isAbsolute(way))) return true;
  for (let above = path; ; above = dirname(above)) {
    if (await isSame(above, folder)) return true;
    if (dirname(above) === above) return false;
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  // One that can't be looked at is told where it is used.
  return hasSameInode(one, other).catch(() => false);
}
