/** Ends a conflict between two versions of a theme, as a person decided. */
import type { ConflictChoice } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { ownName } from '@shared/theme/made-names';
import type { GivenLinks } from '../bin/given-links';
import type { ThemeNames } from '../catalogue/theme-names';
import { folderProblem } from '../folder/folder-problem';
import type { LibraryFolder } from '../folder/library-folder';
import type { History } from '../history/history';
import { copyNamedVersions } from '../history/named-versions';
import type { OpenThemes } from './open-themes';
import type { InPlace } from './replacements';
import { contentOf, type ThemeContent } from './theme-content';
import { sameJson } from './theme-patch';
import { replacing, undoing } from './theme-play';
import type { ThemeSession } from './theme-session';

/** What ending a conflict needs of the library. */
export interface ConflictParts {
  readonly folder: LibraryFolder;
  readonly themes: OpenThemes;
  readonly givenLinks: GivenLinks;
  readonly history: Pick<History, 'list' | 'content' | 'keep'>;
  readonly conflictName: ThemeNames['conflict'];
}

/**
 * Ends the conflict of a copy as a person decided. Nothing is lost either way: the copy goes to the
 * bin, and what the other theme held is kept as a version and is a step of undo. What a person has named
 * in the history of the copy goes over in any case; what can't be read of that stays with the copy.
 * Resolves with the copy's entry in the bin, and how many versions are there alone. One that is refused
 * replaces neither. To be called in turn.
 *
 * @throws ProblemError notFound: the copy is none, or the other theme is gone and was to be kept or
 *   changed; storage…
 */
export async function resolveConflict(
  { folder, themes, givenLinks, history, conflictName }: ConflictParts,
  id: string,
  keep: ConflictChoice,
  inPlace: InPlace,
): Promise<{ entries: string[]; leftVersions?: number }> {
  try {
    // One that others took away, which nobody was told yet, is no version to keep.
    await folder.lookAgain();
  } catch (error) {
    throw folderProblem(error, folder.path);
  }
  const copy = await themes.open(id);
  const { conflictOf } = copy.document;
  if (conflictOf === undefined) throw new ProblemError({ code: 'notFound', what: 'theme' });
  if (keep === 'both') {
    copy.endConflict();
    await copy.saveOrThrow();
    return { entries: [] };
  }
  const other = await themes.open(conflictOf.id);
  let replaced: Replaced | undefined;
  try {
    const called = (name: string): string => ownName({ name, conflictOf }, conflictName);
    if (keep === 'this') other.checkWritable();
    // Before what is replaced is kept: they are older.
    const left = await copyNamedVersions(history, id, other.id, called);
    if (keep === 'this') {
      // Read when it is put there: what is typed until then goes over as well.
      await themes.replace(
        other,
        (before) => {
          const { name, tags, theme } = copy.document;
          const after = { name: called(name), tags, theme };
          replaced = { before, after };
          return after;
        },
        () => {
          const after = replaced?.after;
          inPlace(after && replacing(() => after));
        },
      );
    }
    // They are two versions of one theme: where the one goes, the other has the templates of both. A stop
    // of what is done with many themes is none of it.
    const entry = await givenLinks.give(copy, other, keep, () => themes.remove(id));
    folder.state.catalogue.announce();
    return { entries: entry === undefined ? [] : [entry], ...(left > 0 && { leftVersions: left }) };
  } catch (error) {
    // The other version is still to be kept, and must be more than a step of undo.
    if (replaced) await putBack(other, replaced);
    throw error;
  }
}

/** What a decision put in the place of what. */
interface Replaced {
  readonly before: ThemeContent;
  readonly after: ThemeContent;
}

/** Takes the step back with which a theme was replaced, unless it was changed once more since. */
async function putBack(theme: ThemeSession, { before, after }: Replaced): Promise<void> {
  const isLastStep = !sameJson(before, after) && sameJson(contentOf(theme.document), after);
  if (!isLastStep || !theme.canUndo) return;
  theme.play(undoing());
  // Where the disk refuses, it is tried again like any other save.
  await theme.saveNow();
}
