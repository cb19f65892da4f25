import type { Problem } from '@shared/problem';
import type { LibraryParts } from './library-parts';

/**
 * Writes everything that is unsaved, for quitting. Resolves with the problems of the themes that
 * could not be saved. Never rejects.
 */
export async function flush({
  batch,
  queue,
  folder,
  themes,
  cleanup,
  history,
  keeper,
}: LibraryParts): Promise<readonly Problem[]> {
  // Each theme is in one place or the other: the rest can be done another time.
  batch.stop();
  await queue.idle();
  if (folder.found === undefined) return [];
  await themes.saveWhatIsTyped();
  await folder.saveIndex();
  await cleanup.ended();
  // What is older first: versions are in the order in which they were kept.
  await keeper.settle();
  await keeper.keepEdited();
  await history.idle();
  // Somebody may have gone on.
  await themes.saveWhatIsTyped();
  return themes.saveProblems;
}

/** Writes what is unsaved before it returns; gives the problems of what could not be saved. */
export function flushAtOnce({ themes, keeper }: LibraryParts): readonly Problem[] {
  themes.saveAtOnce();
  // Not waited for: the edits are in their files, and the system mostly leaves the time for it.
  void keeper.keepEdited();
  return themes.saveProblems;
}

/** What was accepted is on the disk when it returns; nothing is accepted any more. */
export function close(parts: LibraryParts): void {
  parts.themes.saveAtOnce();
  parts.keeper.close();
  parts.folder.close();
}
