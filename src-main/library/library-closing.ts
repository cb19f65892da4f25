import type { UnsavedTheme } from './editing/open-themes';
import type { LibraryParts } from './library-parts';

/**
 * Writes everything that is unsaved, for quitting. Resolves with the themes that could not be
 * saved. Never rejects.
 */
export async function flush({
  batch,
  turns,
  folder,
  themes,
  cleanup,
  history,
  keeper,
}: LibraryParts): Promise<readonly UnsavedTheme[]> {
  // Each theme is in one place or the other: the rest can be done another time.
  batch.stop();
  await turns.idle();
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
  return themes.unsaved;
}

/** Writes what is unsaved before it returns; gives what could not be saved. */
export function flushAtOnce({ themes, keeper }: LibraryParts): readonly UnsavedTheme[] {
  themes.saveAtOnce();
  // Not waited for: the edits are in their files, and the system mostly leaves the time for it.
  void keeper.keepEdited();
  return themes.unsaved;
}

/** What was accepted is on the disk when it returns; nothing is accepted any more. */
export function close(parts: LibraryParts): void {
  parts.themes.saveAtOnce();
  parts.keeper.close();
  parts.folder.close();
}
