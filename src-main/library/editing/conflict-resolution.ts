/** Ends a conflict between two versions of a theme, as a person decided. */
import type { ConflictChoice } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import type { BatchOperations } from '../batch/batch-operations';
import type { GivenLinks } from '../bin/given-links';
import type { OpenThemes } from './open-themes';

/** What ending a conflict needs of the library. */
export interface ConflictParts {
  readonly themes: OpenThemes;
  readonly batch: BatchOperations;
  readonly givenLinks: GivenLinks;
}

/**
 * Ends the conflict of a copy as a person decided. Nothing is lost either way: the copy goes to the
 * bin, and what the other theme held is kept as a version and is a step of undo. Resolves with the
 * copy's entry in the bin.
 *
 * @throws ProblemError notFound: the copy is none, or the other theme is gone and was to be kept or
 *   changed; storage…
 */
export async function resolveConflict(
  { themes, batch, givenLinks }: ConflictParts,
  id: string,
  keep: ConflictChoice,
): Promise<{ entries: string[] }> {
  const copy = await themes.open(id);
  const { conflictOf } = copy.document;
  if (conflictOf === undefined) throw new ProblemError({ code: 'notFound', what: 'theme' });
  if (keep === 'both') {
    copy.endConflict();
    await copy.saveOrThrow();
    return { entries: [] };
  }
  const other = await themes.open(conflictOf.id);
  if (keep === 'this') {
    // Read when it is put there: what is typed until then goes over as well. The name stays: the
    // copy's is one that Foyer made.
    await themes.replace(other, ({ name }) => {
      const { tags, theme } = copy.document;
      return { name, tags, theme };
    });
  }
  // They are two versions of one theme: where the one goes, the other has the templates of both.
  const given = Object.entries(copy.document.publications).flatMap(([key, publication]) => {
    const isLacking = !Object.hasOwn(other.document.publications, key);
    return isLacking && !other.isReadOnly ? [{ to: other.id, key, publication }] : [];
  });
  for (const { key, publication } of given) other.setPublication(key, publication);
  await other.saveOrThrow();
  const { entries } = await batch.remove([id]);
  givenLinks.note(entries, given);
  return { entries };
}
